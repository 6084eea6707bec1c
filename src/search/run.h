/* Private to src/search: one search while it runs.
 *
 * A run goes through phases: the start, the expansion, and the way back from a violation.  Each
 * phase walks levels of the frontier.  Each member of the crew has a share of a level's slices,
 * which lie side by side, and takes its own slices first.  States that lie side by side ask for the
 * same steps, which are then at hand.  With slices taken in turn,
 * `build/bench prove german 5 5 1 1 plain -j2` needs 2.8 s instead of 1.9.  At the end of a level
 * only the crew's leader decides on the next level. */
#ifndef SEARCH_RUN_H
#define SEARCH_RUN_H

#include <pthread.h>
#include "os/budget.h"
#include "os/crew.h"
#include "os/replaceable.h"
#include "search/frontier.h"
#include "search/search.h"
#include "states/visited.h"

/* A state that was picked because its content is least (pick_best). */
struct state_pick {
  bool found;
  state_index state;
  uint64_t fingerprint;
  uint64_t broken; /* expansion: the properties that it breaks */
  uint32_t label;  /* way back: its least label to the target */
};

struct run;

/* A member's slices of the level. */
struct share {
  size_t first, end;
  size_t next; /* atomic; beyond `end` once all are taken */
};

struct run_member {
  struct run *run;
  unsigned number;
  pthread_t thread;
  void *worker; /* the model's */
  struct share share;
  /* expansion */
  unsigned steps; /* kinds of the present state's steps */
  uint64_t transitions, broken;
  uint64_t skipped; /* states of the level that the sample leaves out */
  bool blocked;
  struct range left;      /* the rest of the present slice, during a pause */
  bool ready;             /* it rests or pauses, with nothing half done */
  struct state_pick pick; /* also of the way back */
  /* way back */
  bool reaches; /* the present state has a step to the target, by `label` at least */
  uint32_t label;
  char apart[64]; /* keeps members off each other's cache lines */
};

/* What member_main (run.c) calls for each slice of a level, and at the level's end. */
struct phase {
  void (*work)(struct run_member *member, struct range slice);
  void (*settle)(struct run_member *member); /* before a member rests; may be NULL */
  void (*finish)(struct run *run);           /* by the leader: opens a level, or ends the run */
};

struct run {
  const struct model *model;
  const struct search_options *options;
  struct budget budget;
  size_t held_before; /* bytes of the ordinary allocator that do not count */
  struct crew crew;
  struct visited *visited;
  struct frontier frontier;
  struct run_member *members;
  unsigned member_count;
  const struct phase *phase;
  unsigned level; /* the one that is walked */
  bool over;
  bool alone;   /* the level is so small that one member walks it */
  bool shared;  /* other processes search with this one */
  bool sampled; /* only states with fingerprints up to `sample` are expanded */
  uint64_t sample;
  uint64_t skipped;              /* states that samples left out */
  uint64_t all_states;           /* of all processes, at the end of the last level */
  uint64_t level_states;         /* those among them that were expanded */
  double began, reported, saved; /* times */
  double earlier;                /* seconds, before this run was resumed */
  size_t resume_slice;           /* of a resumed run: where to go on in its level */
  uint64_t saved_states;         /* of a resumed run: how many states there were */
  uint64_t saved_next;           /* of a resumed run: those of the level after its present one */
  bool save_failed;
  bool to_save, lacks_room; /* reasons for the pause */
  struct hold hold;         /* of the checkpoint's file */
  enum search_end ending;   /* how it ends after the pause; 0: it goes on */
  slot_t target[WIDTH_MAX]; /* way back: the state whose predecessor is sought */
  struct search_result result;
  char apart[64];
  uint64_t transitions; /* atomic */
  int stop;             /* atomic: the limit that was hit (enum search_end), or 0 */
  unsigned settled;     /* atomic: members that found no more work in the level */
  bool pause;           /* atomic: all members are to meet with nothing half done */
};

double run_seconds(const struct run *run);
/* Makes a level the one to walk, in the given phase. */
void run_open_level(struct run *run, const struct phase *phase, unsigned level);
/* Shares out the level's slices from this one on; those before it are done. */
void run_share_out(struct run *run, size_t first);
/* Makes a level of the states that were kept since the last call.  Returns their number, of all
 * processes. */
uint64_t run_advance(struct run *run);
/* Starts the members, and returns when the run is over. */
void run_members(struct run *run);
/* Ends the run for a limit, unless another limit was first. */
void run_stop(struct run *run, enum search_end limit);
void run_stop_short(struct run *run, enum shortage shortage);

static inline bool run_stopped(const struct run *run) {
  return __atomic_load_n(&run->stop, __ATOMIC_RELAXED) != 0;
}

static inline void run_commit(struct run_member *member, unsigned at_least) {
  enum shortage shortage = visited_commit(member->run->visited, member->number, at_least);
  if (shortage) run_stop_short(member->run, shortage);
}

/* --- watching the clock, the memory and interrupts, and the pauses that they cause --- */

/* Looks at the clock and the memory; to be called once a slice, by one member at a time. */
void watch_look(struct run *run);
/* At a meeting, by its leader (visited.h, `meeting`): serves a pause once all members are ready. */
void watch_meeting(void *run);
/* Waits out a pause.  To be called between two states; `left` is what is left of the slice. */
void watch_wait(struct run_member *member, struct range left);

static inline bool watch_paused(const struct run *run) {
  return __atomic_load_n(&run->pause, __ATOMIC_RELAXED);
}

#endif
