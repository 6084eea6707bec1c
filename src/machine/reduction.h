/* Reductions: a search with them explores fewer states, with the same verdict.
 *
 * A reduction is a const record in a file of its own.  A linker section lists the records, as it
 * lists systems.  Without a record's file the program builds, and searches without it.
 *
 * The record fills in hooks of three kinds; a hook that is NULL does nothing.
 *  - select: which steps of a state must be taken.  (Partial-order reduction: Valmari 1989, Peled
 *    1993, Godefroid 1996.)
 *  - canonicalise: which of several equivalent states represents all.  (Ip and Dill 1996.)
 *  - abstract: a smaller machine whose verdict carries over, and the checks of that.
 * The machine's builder lists those whose `begin` accepts the machine.  docs/proving.md has a row
 * for each: its source, the promises that it needs, and their checks. */
#ifndef MACHINE_REDUCTION_H
#define MACHINE_REDUCTION_H

#include "machine/machine_private.h"
#include "machine/state_list.h"

struct assumption_writer;
struct found_alternatives;
struct step_input;
struct taking;
struct time_map;

/* Select: which steps of a state must be taken.
 *
 * A machine may be explored by clusters of slots (engine/cluster.h).  Then `state` has the slots of
 * one cluster only: ample_message, ample_event and event_waits may read the controller's slot, and
 * no other.  `candidate` and `mark` are not called. */
struct select_hooks {
  /* The i-th candidate.  The first one with a possible step is taken, or the last. */
  struct selection (*candidate)(const struct machine *machine, const slot_t *state, unsigned i);
  /* Does the selection hold this internal event?  NULL: yes. */
  bool (*holds_event)(const struct selection *selection, const struct internal *internal,
                      unsigned at);
  /* Records in the successor which step led to it. */
  void (*mark)(const struct worker *worker, slot_t *to);
  /* Is taking this message, or this internal event, an ample set by itself? */
  bool (*ample_message)(const struct machine *machine, const slot_t *state, unsigned controller,
                        const struct message *message);
  bool (*ample_event)(const struct machine *machine, const slot_t *state, unsigned controller,
                      const struct internal *internal);
  /* May an internal event (by its number in the kind) be left out of a state's steps? */
  bool (*event_waits)(const struct machine *machine, const slot_t *state, unsigned controller,
                      unsigned internal, unsigned at);
  /* 1 + the internal event that is also tried just before this event of a line; 0: none. */
  unsigned (*event_before)(const struct machine *machine, unsigned controller, uint32_t local,
                           unsigned event, unsigned at);
  /* Drops warmed states that the search reaches from other warmed states. */
  void (*drop_warmed)(const struct machine *machine, struct machine *warming,
                      struct state_list *warmed);
  /* After a search: breaks PROPERTY_OVERFLOW if a full channel hid steps. */
  void (*check_result)(const struct machine *machine, struct search_result *result);
};

/* Canonicalise: which of several equivalent states represents all of them.  By clusters `state` and
 * `representative` are not called, but `of_sm` is; src/engine has symmetry's own code. */
struct canonicalise_hooks {
  /* Replaces a successor by one with the same future. */
  void (*state)(const struct machine *machine, slot_t *state);
  /* The same for one SM; reads only its port and its cores. */
  void (*of_sm)(const struct machine *machine, slot_t *state, unsigned sm);
  /* The same for the local state of a finished step. */
  void (*local)(struct step *step);
  /* Representatives.  `thread`: made by thread_new, for one thread of a search. */
  void *(*thread_new)(void); /* to be released by memory_free */
  void (*open)(const struct machine *machine, void *thread, const slot_t *source);
  /* Replaces a successor of the open state by its representative. */
  void (*representative)(const struct machine *machine, void *thread, slot_t *state);
  /* The states that the open one represents. */
  unsigned (*represented)(const struct machine *machine, void *thread);
};

/* Abstract: a smaller machine whose verdict carries over, and the checks of that. */
struct abstract_hooks {
  /* Makes the machine smaller, before it is wired; `begin` follows. */
  void (*shrink)(struct machine *machine);
  /* Refuses a machine that has been built. */
  bool (*admit)(struct machine *machine, struct diagnostic *error);
  /* Checks a run of a step.  false: a claim of steps breaks.  `wrong`: the first wrong answer. */
  bool (*check_run)(struct step *step, const struct taking *taking, enum fault *wrong);
  /* Checks all alternatives of an input.  false: they are all at fault. */
  bool (*check_alternatives)(const struct machine *machine, const struct step_input *input,
                             const struct alternatives *found);
  /* Checks a renumbering of a controller's timestamps, which `step` has made. */
  void (*check_map)(struct step *step, const struct local *before, const struct time_map *map);
  /* May the check enable this event, although it is disabled?  Then it is tried, too. */
  bool (*may_enable)(const struct step *step, const struct internal *internal, unsigned at);
  /* Is this kind of controller run in contexts?  Then these alternatives are added. */
  bool (*have_contexts)(const struct machine *machine, unsigned kind);
  void (*add_alternatives)(struct step *step, const struct taking *taking,
                           struct found_alternatives *found);
};

struct reduction {
  const char *name;
  const char *checked_by; /* the record without which it is not in force; NULL: none */
  unsigned order;         /* the list is sorted by it */
  bool not_on_warmup;     /* not in force while caches are warmed (warm_start.c) */

  /* Prepares the machine, whose wiring and programs are known.  false: not for this machine. */
  bool (*begin)(struct machine *machine);
  /* Releases the data that `begin` made, and takes the reduction out of a machine. */
  void (*end)(struct machine *machine);
  /* Must its traces be unfolded to be runs (unfold.c)?  NULL: no. */
  bool (*unfolds)(const struct machine *machine);
  /* Do its choices depend on names of SMs and lines?  Then unfolding takes it out. */
  bool chooses_by_name;
  /* Writes the promises that it relies on, if steps are not checked for them. */
  void (*assumptions)(const struct assumption_writer *writer);

  struct select_hooks select;
  struct canonicalise_hooks canonicalise;
  struct abstract_hooks abstract;
};

#define REDUCTION(identifier_)                                                    \
  static const struct reduction reduction_##identifier_;                          \
  REDUCTION_ENTRY const reduction_entry_##identifier_ = &reduction_##identifier_; \
  static const struct reduction reduction_##identifier_
#define REDUCTION_ENTRY __attribute__((used, section("reductions"))) static const struct reduction *

/* Lists the reductions that accept the machine. */
void reductions_begin(struct machine *machine);
void reductions_end(struct machine *machine);
/* Takes out those that are not in force while caches are warmed. */
void reductions_keep_warmup(struct machine *machine);
/* Must traces be unfolded? */
bool reductions_unfold(const struct machine *machine);
/* Take out those that choose by name, and those whose traces must be unfolded. */
void reductions_end_choices(struct machine *machine);
void reductions_end_unfolding(struct machine *machine);

/* Make and release the data of reductions for a thread of a search. */
void reductions_open_thread(struct worker *worker);
void reductions_close_thread(struct worker *worker);

void reductions_canonicalise(const struct machine *machine, slot_t *state);
void reductions_canonicalise_sm(const struct machine *machine, slot_t *state, unsigned sm);
void reductions_canonicalise_local(struct step *step);
void reductions_open(struct worker *worker, const slot_t *source);
void reductions_representative(struct worker *worker, slot_t *state);
unsigned reductions_represented(const struct worker *worker); /* 0: none keeps representatives */

/* The selection of all steps. */
extern const struct selection reductions_all_steps;
struct selection reductions_select(const struct machine *machine, const slot_t *state, unsigned i);
/* The steps among which ample sets are sought: those on all lines.  With persistent sets, no event
 * that begins a transaction is among them. */
struct selection reductions_select_ample(const struct machine *machine);
bool reductions_hold_event(const struct machine *machine, const struct selection *selection,
                           const struct internal *internal, unsigned at);
void reductions_mark(const struct worker *worker, slot_t *to);
bool reductions_ample_message(const struct machine *machine, const slot_t *state,
                              unsigned controller, const struct message *message);
bool reductions_ample_event(const struct machine *machine, const slot_t *state, unsigned controller,
                            const struct internal *internal);
bool reductions_event_waits(const struct machine *machine, const slot_t *state, unsigned controller,
                            unsigned internal, unsigned at);
unsigned reductions_event_before(const struct machine *machine, unsigned controller, uint32_t local,
                                 unsigned event, unsigned at);
void reductions_drop_warmed(const struct machine *machine, struct machine *warming,
                            struct state_list *warmed);
void reductions_check_result(const struct machine *machine, struct search_result *result);

void reductions_shrink(struct machine *machine);
bool reductions_admit(struct machine *machine, struct diagnostic *error);
bool reductions_check_run(struct step *step, const struct taking *taking, enum fault *wrong);
bool reductions_check_alternatives(const struct machine *machine, const struct step_input *input,
                                   const struct alternatives *found);
void reductions_check_map(struct step *step, const struct local *before,
                          const struct time_map *map);
bool reductions_may_enable(const struct step *step, const struct internal *internal, unsigned at);
bool reductions_have_contexts(const struct machine *machine, unsigned kind);
void reductions_add_alternatives(struct step *step, const struct taking *taking,
                                 struct found_alternatives *found);

#endif
