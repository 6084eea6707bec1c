/* Private to src/search: one search while it runs.
 *
 * A search goes through phases: the start, the expansion, and the way back from a violation.  Each
 * phase walks levels of the frontier.  Each member of the crew has a share of a level's slices,
 * which lie side by side, and takes its own slices first.  States that lie side by side ask for the
 * same steps, which are then at hand.  With slices taken in turn,
 * `build/bench prove german 5 5 1 1 plain -j2` needs 2.8 s instead of 1.9.  At the end of a level
 * only the crew's leader decides on the next level. */
#ifndef SEARCH_ONGOING_H
#define SEARCH_ONGOING_H

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

struct ongoing_search;

/* A member's slices of the level. */
struct share {
  size_t first, end;
  size_t next; /* atomic; beyond `end` once all are taken */
};

struct search_member {
  struct ongoing_search *search;
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

/* What member_main (ongoing.c) calls for each slice of a level, and at the level's end. */
struct phase {
  void (*work)(struct search_member *member, struct range slice);
  void (*before_rest)(struct search_member *member); /* at the end of its slices; may be NULL */
  /* By the leader: opens a level, or ends the search. */
  void (*finish)(struct ongoing_search *search);
};

struct ongoing_search {
  const struct model *model;
  const struct search_options *options;
  struct budget budget;
  size_t held_before; /* bytes of the ordinary allocator that do not count */
  struct crew crew;
  struct visited *visited;
  struct frontier frontier;
  struct search_member *members;
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
  double earlier;                /* seconds, before this search was resumed */
  size_t resume_slice;           /* of a resumed search: where to go on in its level */
  uint64_t saved_states;         /* of a resumed search: how many states there were */
  uint64_t saved_next;           /* of a resumed search: those of the level after its present one */
  bool save_failed;
  bool to_save, lacks_room; /* reasons for the pause */
  struct hold hold;         /* of the checkpoint's file */
  enum search_end ending;   /* how it ends after the pause; 0: it goes on */
  slot_t target[WIDTH_MAX]; /* way back: the state whose predecessor is sought */
  struct search_result result;
  char apart[64];
  uint64_t transitions; /* atomic */
  int stop;             /* atomic: the limit that was hit (enum search_end), or 0 */
  unsigned resting;     /* atomic: members that found no more work in the level */
  bool pause;           /* atomic: all members must come to a meeting between two states */
};

double ongoing_seconds(const struct ongoing_search *search);
/* Makes a level the one to walk, in the given phase. */
void ongoing_open_level(struct ongoing_search *search, const struct phase *phase, unsigned level);
/* Shares out the level's slices from this one on; those before it are done. */
void ongoing_share_out(struct ongoing_search *search, size_t first);
/* Makes a level of the states that were kept since the last call.  Returns their number, of all
 * processes. */
uint64_t ongoing_advance(struct ongoing_search *search);
/* Starts the members, and returns when the search is over. */
void ongoing_run_members(struct ongoing_search *search);
/* Ends the search for a limit, unless another limit was first. */
void ongoing_stop(struct ongoing_search *search, enum search_end limit);
void ongoing_stop_short(struct ongoing_search *search, enum shortage shortage);

static inline bool ongoing_stopped(const struct ongoing_search *search) {
  return __atomic_load_n(&search->stop, __ATOMIC_RELAXED) != 0;
}

static inline void ongoing_commit(struct search_member *member, unsigned at_least) {
  enum shortage shortage = visited_commit(member->search->visited, member->number, at_least);
  if (shortage) ongoing_stop_short(member->search, shortage);
}

/* --- watching the clock, the memory and interrupts, and the pauses that they cause --- */

/* Looks at the clock and the memory; to be called once a slice, by one member at a time. */
void watch_look(struct ongoing_search *search);
/* By the leader of a meeting (visited.h): serves a pause once all members are ready. */
void watch_meeting(void *search);
/* Waits out a pause.  To be called between two states; `left` is what is left of the slice. */
void watch_wait(struct search_member *member, struct range left);

static inline bool watch_paused(const struct ongoing_search *search) {
  return __atomic_load_n(&search->pause, __ATOMIC_RELAXED);
}

#endif
