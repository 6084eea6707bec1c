/* Private to src/explore: one search while it runs.
 *
 * A run goes through phases (start, expansion, way back); each walks levels of the frontier.  Of a
 * level's slices each member has a share, which lie side by side, and takes those first, then
 * others'.  States that lie side by side are much alike, so what one asked for is at hand for the
 * next: were all to take slices in turn, each would ask for nearly all that one alone asks for
 * (`build/bench prove german 5 5 1 1 plain -j2` took 2.8 s so, and takes 1.9).  At a level's end
 * the crew's leader, alone, decides what comes next. */
#ifndef SEARCH_RUN_H
#define SEARCH_RUN_H

#include <pthread.h>
#include "os/budget.h"
#include "os/crew.h"
#include "os/replaceable.h"
#include "search/frontier.h"
#include "search/search.h"
#include "states/visited.h"

/* A state that stands for others because its content is least. */
struct state_pick {
  bool found;
  state_index state;
  uint64_t fingerprint;
  uint64_t broken; /* expansion: what it breaks */
  uint32_t label;  /* way back: its least label to the target */
};

struct run;

/* Slices of the level; `next` is atomic, and beyond the end where all were taken. */
struct share {
  size_t first, end, next;
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
  uint64_t skipped; /* states of the present level that its sample leaves out */
  bool blocked;
  struct range left;      /* of the present slice */
  bool ready;             /* it rests or pauses: nothing is half done */
  struct state_pick pick; /* the way back's, too */
  /* way back */
  bool reaches; /* the present state has a step to the target, least by `label` */
  uint32_t label;
  char apart[64]; /* keeps members off each other's cache lines */
};

struct phase {
  void (*work)(struct run_member *member, struct range slice);
  void (*settle)(struct run_member *member); /* once there are no more slices, before the member
                                                rests; may be NULL */
  void (*finish)(struct run *run);           /* by the leader: opens a level, or ends the run */
};

extern const struct phase phase_start, phase_expansion, phase_way_back;

struct run {
  const struct model *model;
  const struct search_options *options;
  struct budget budget;
  size_t
      held_before; /* bytes of the ordinary allocator, when the search began, that do not count */
  struct crew crew;
  struct visited *visited;
  struct frontier frontier;
  struct run_member *members;
  unsigned member_count;
  const struct phase *phase;
  unsigned level; /* the one being walked */
  bool over;
  bool alone;   /* the level is so small that its opener walks it without the others */
  bool shared;  /* other ranks search with this one */
  bool sampled; /* the level is walked in part: the states whose fingerprint is at most `sample` */
  uint64_t sample;
  uint64_t skipped;                  /* states of all levels, of this rank, that samples left out */
  uint64_t all_states, level_states; /* of all ranks, when the last level was finished: all, and
                                        those that were expanded */
  double began, reported, saved;     /* times */
  double earlier;                    /* seconds, before this run was taken up */
  size_t resume_slice;               /* of a run that was taken up: where to go on in its level */
  uint64_t saved_states,
      saved_next; /* likewise: how many states there were, and of the level after its present one */
  bool save_failed;
  bool to_save, lacks_room; /* what the pause is for: both may be */
  struct hold hold;         /* of the file that it is saved in */
  enum search_end ending;   /* why it is to end once it is saved; 0: it goes on */
  slot_t target[WIDTH_MAX]; /* way back: the state whose predecessor is sought */
  struct search_result result;
  char apart[64];
  uint64_t transitions; /* atomic */
  int stop;             /* atomic: the limit that was hit (enum search_end), or 0 */
  unsigned settled;     /* atomic: members that found no more work in the level */
  bool pause; /* atomic: all members are to meet, with nothing half done, so that the run can be
                 saved */
};

/* Makes a level the one to walk, in the given phase. */
void run_open_level(struct run *run, const struct phase *phase, unsigned level);
/* Shares the level's slices out from this one on; those before it are done. */
void run_share_out(struct run *run, size_t first);
static inline bool run_stopped(const struct run *run) {
  return __atomic_load_n(&run->stop, __ATOMIC_RELAXED) != 0;
}
/* What was kept since the last call becomes one more level; how many states it has, in all ranks.
 */
uint64_t run_advance(struct run *run);
double run_seconds(const struct run *run);
/* A state's steps were computed again, and were not the same: a fault of the model or of ours,
 * which ends the program. */
_Noreturn void run_unrepeatable(void);

/* --- processes.c: what ranks that search together agree on, each calling in the same order; else
 * nothing changes --- */

/* What the level has shown, and how many states there are. */
void run_agree(struct run *run);
/* The best pick of all ranks; `state` is the picked one's. */
void run_agree_pick(const struct run *run, struct state_pick *pick, slot_t *state);
/* At the end: what workers recorded and what the search took, of all ranks. */
void run_gather(struct run *run);

void run_pick_offer(const struct run *run, struct state_pick *best, struct state_pick candidate);
struct state_pick run_best_pick(struct run *run); /* over all members, whose picks are cleared */
void way_back_begin(struct run *run, struct state_pick violation, const slot_t *state);

/* To be called at meetings: saves the run where that is due and all members are ready. */
void run_meeting(void *context);
/* Before the search: false, and it is refused, where another process saves in the same file. */
bool checkpoint_hold(struct run *run);
/* Saves the run, while all members are ready; not when its set has fallen short, or does so now. */
void checkpoint_write(struct run *run);
/* Brings back what was saved, by the first member while all others rest; 0, or how the search ends
 * when it cannot. */
enum search_end checkpoint_read(struct run_member *member);

#endif
