/* A machine: a system, built for a placement of a program (or for the most general client), as a
 * model to explore.
 *
 * Its state is a vector of slots: one for each core, one for each controller, one for each channel,
 * and one for the barriers where the program has any.  A slot holds the number of an interned
 * content.  Steps of controllers are remembered: (local state, input) -> alternatives, so that a
 * table is interpreted once for each pair that occurs. */
#ifndef KIT_MACHINE_H
#define KIT_MACHINE_H

#include <stdbool.h>
#include <stdint.h>
#include "engine/machine_search.h"
#include "base/diagnostic.h"
#include "protocol/placement.h"
#include "protocol/system.h"
#include "litmus/outcome.h"
#include "litmus/program.h"
#include "liveness/liveness.h"
#include "search/search.h"

struct machine;
struct waits;

/* What of the defaults to change: fewer behaviours, or fewer shortcuts (DESIGN.md, decisions 4 and
 * 8). */
struct machine_options {
  bool cold; /* start with empty caches only */
  bool no_evictions;
  bool back_off; /* (programs) back-offs grow: from some step on who had to give up a transaction
                  * begins anew only where no other warp runs one */
  bool no_reduction; /* none of those below, symmetry and lines by themselves among them; implied by
                        a mutant ... */
  bool reduce_mutant; /* ... but with this: what is then found is real, deadlocks and what systems
                       * forget apart, and there may be more */
  bool remembers; /* (programs) nothing is forgotten for that only an older time would ask for it
                     (system_promises.outdates) */
  bool keep_symmetry; /* symmetry is on, though other reductions are off */
  bool no_symmetry;   /* (the client) states that differ by a permutation of SMs, threads and lines
                         are all explored */
  bool no_deferred_evictions; /* evictions at any time: none waits until somebody can tell
                                 (deferred_evictions.c) */
  bool no_dead_values; /* nothing is forgotten that nobody will ask for: copies, registers, times,
                          histories */
  bool no_ample;       /* no message is taken before all else, and no tick waits for an access
                          (system.awaits_clock) */
  bool together; /* (the client) all lines are explored together, even where they share nothing */
  unsigned
      alone; /* (the client) 1 + the line that is explored, by itself (per_address.c); 0: all */
  bool no_clusters; /* the slots themselves are explored, not clusters of them (cluster.c) */
  bool unwatched;   /* (the client) what loads are told is not looked at (PROPERTY_LOAD_VALUE) */
  bool audit; /* (the client) also watches what a record may blind: what stores and atomics come to,
               * which values copies hold, loads answered without permission; and asks for deadlock
               * without the environment */
  bool share_bank;  /* (the client) all lines are in one bank, whatever the record says */
  bool check_apart; /* hold every step to the promise that lines share nothing (line_independence.c)
                     */
  unsigned capacity;   /* of every channel; 0: the networks' own */
  struct waits *waits; /* (alone, without lazy and prompt) notes what states wait for (waits.h); or
                        * NULL.  What commutes is then taken at once nevertheless
                        * (message_promises.commutes), but without reductions */
  bool sum;            /* adds up the states' fingerprints, for machine_sum */
  const struct mutant *mutant; /* a fault in one table, or NULL */
};

/* A single fault in a table (see mutate). */
struct mutant {
  unsigned kind; /* the controller kind whose table it is in */
  unsigned row;
  enum { MUTANT_DROP_ACTION, MUTANT_NEGATE_GUARD, MUTANT_NEXT_STATE } fault;
  unsigned detail; /* which action; which state instead */
};

/* The most general client: every thread issues any request of the system, at any line, for ever. */
struct client {
  unsigned sms, lines, values; /* values 0 .. values-1 */
  unsigned threads;
  unsigned sm_of_thread[CORES_MAX];
  bool two_words; /* each line has two; else one */
  bool spread; /* threads beyond the SMs are dealt out to all in turn; else they share the first */
  struct topology topology; /* none, for a system that has one: the system's own */
  bool placed;              /* on the GPMs below; else SMs and homes are spread over them */
  uint8_t gpm_of_sm[CORES_MAX], home_of_line[LINES_MAX];
};

/* Calls visit with every way to place a client's SMs and homes on the GPMs of its topology, up to
 * renaming, in a fixed order, until it returns false. */
void client_placements_each(const struct client *client,
                            bool (*visit)(void *context, const struct client *placed),
                            void *context);

/* A machine that runs `program` in a placement.  NULL on error (more threads than CORES_MAX, say).
 */
struct machine *machine_new(const struct setting *setting, const struct program *program,
                            const struct placement *placement,
                            const struct machine_options *options, struct diagnostic *error);
struct machine *machine_new_client(const struct setting *setting, const struct client *client,
                                   const struct machine_options *options, struct diagnostic *error);
void machine_free(struct machine *machine);

/* Finds the initial states (warm_start.c), the first time, and searches from them, both within the
 * options.  A limit that is hit before the initial states are complete leaves nothing searched. */
struct search_result machine_search(struct machine *machine, const struct search_options *options);
/* Asks for progress (liveness/liveness.h, fairness.c), up to a level, of the whole machine.
 * `fairness`, where it is not the usual one, is everybody's who owes anything.  The machine must
 * have been built without reductions, for they do not preserve it; but for symmetry where possible
 * progress is all that is asked, and then a lasso is one of states that stand for others. */
struct liveness machine_progress(struct machine *machine, const struct search_options *options,
                                 enum progress_level level, enum fairness fairness);
/* What is wrong with the tables in the last step of a run, in words: "L1.0: cell I/DATA: no row
 * holds, ..."; of a search of all states, the least of all such.  NULL: nothing that has a name. To
 * be released by the caller. */
char *machine_fault(const struct machine *machine, const struct trace *trace);
char *machine_least_fault(const struct machine *machine);
/* Does the record of its variant say that its tables are wrong, or were they made so (a mutant)? */
bool machine_may_be_wrong(const struct machine *machine);
void machine_describe_goal(const struct model *model, FILE *out, unsigned goal);
/* What is asked: of a program that all threads end, of the client that every request is answered.
 */
struct obligations machine_obligations(struct machine *machine, enum progress_level level,
                                       enum fairness fairness);
/* Finds the initial states alone, within the limits. */
enum search_end machine_warm(struct machine *machine, const struct search_options *limits);
/* The model that is searched; its initial states, where machine_search has not found them, are
 * found when they are asked for, without limits. */
const struct model *machine_model(const struct machine *machine);

/* Two programs are the same to a machine when their lowered forms are: equal keys, equal behaviours
 * (of all registers and locations, in order).  The key covers the setting, the placement and the
 * options. */
uint64_t machine_key(const struct machine *machine);

/* How many values an outcome has: every register of every thread, then every location. */
unsigned machine_outcome_width(const struct program *program);
/* After a search: the outcomes that were reached, over every register of every thread, then every
 * location (an alias holds its memory's value); to be released by the caller. */
struct outcome_set *machine_outcomes(const struct machine *machine);
/* The same, seen through the program's observables. */
struct outcome_set *machine_outcomes_observed(const struct program *program,
                                              const struct outcome_set *everything);

/* After searches with options.sum: what has been seen, in a word; the sum of the fingerprints of
 * all states. */
uint64_t machine_sum(const struct machine *machine);

/* Makes PROPERTY_WITNESS the property "a final state's outcome meets this condition" (of the
 * program's observables), so that a search that stops at it finds the shortest run to one. */
void machine_seek(struct machine *machine, const struct condition *condition, bool negated);
/* Makes it the property "no thread goes on, because of the program alone": barriers that never
 * complete, empty loops. */
void machine_seek_standstill(struct machine *machine);
/* In such a state: who waits where, in words; to be released by memory_free. */
char *machine_waits(const struct machine *machine, const slot_t *state);
/* Likewise: PROPERTY_OUTCOME breaks in a final state whose outcome (observables) is not in
 * `allowed`. */
void machine_forbid(struct machine *machine, const struct outcome_set *allowed);

/* The shape of a machine, for lowerings and for a system's own invariants. */
unsigned machine_lines(const struct machine *machine);
unsigned machine_words_of_line(const struct machine *machine,
                               unsigned line); /* a set: those that some location is in */
unsigned machine_sms(const struct machine *machine);
unsigned machine_cores(const struct machine *machine);
unsigned machine_sm_of_core(const struct machine *machine, unsigned core);
unsigned machine_l1(const struct machine *machine,
                    unsigned sm); /* a controller: the first kind's of an SM */
unsigned machine_bank(const struct machine *machine,
                      unsigned line); /* a controller: the second kind's of a line */
const struct placement *machine_placement(const struct machine *machine);
unsigned machine_gpm(const struct machine *machine,
                     unsigned gpm); /* a controller: the first of those that stand one to a GPM */
const struct system *machine_system(const struct machine *machine);
enum core_kind machine_core(const struct machine *machine);
int machine_parameter(const struct machine *machine, unsigned index);
/* Is what times no longer ask for forgotten?  The system says of which parameters it may be
 * (system_promises.outdates). */
bool machine_outdates(const struct machine *machine);
bool machine_has_barriers(const struct machine *machine); /* of CTAs, in its program */
unsigned machine_start(
    const struct machine *machine); /* which of the system's starts is being made */

/* Under a client of several lines that share nothing, or nothing but clocks: was one of them
 * explored for all?  And were its port's clocks let move on at will meanwhile?  Then what it breaks
 * need not be broken. */
bool machine_one_line(const struct machine *machine);
/* Are there messages that it takes before all else?  (Not once symmetry_unfold has shown what
 * follows what.) */
bool machine_is_ample(const struct machine *machine);
bool machine_assumes_ticks(const struct machine *machine);
/* After a search with check_apart: did every step keep to its line? */
bool machine_lines_apart(const struct machine *machine);
/* Under symmetry: the order of the group of permutations (1: there is none), and, after a search,
 * the number of states that those explored stand for. */
unsigned machine_symmetries(const struct machine *machine);
/* Did a search find out that the tables tell SMs, threads or lines apart, though the record says
 * that they do not?  It was made again without symmetry. */
bool machine_tells_apart(const struct machine *machine);
uint64_t machine_orbit_states(const struct machine *machine);
/* Which row fired in which cell, over all that was computed: by kind. */
bool machine_fired(const struct machine *machine, unsigned kind, unsigned row, unsigned state,
                   unsigned event);

/* What some state or step showed, over all that was computed: without it a claim says nothing. */
enum evidence {
  SEEN_READABLE = 1,  /* a copy with PERMISSION_READ */
  SEEN_WRITABLE = 2,  /* a copy with PERMISSION_WRITE */
  SEEN_PERFORMED = 4, /* a store that was performed */
  SEEN_TOLD = 8       /* a load that was answered by reply_word */
};
unsigned machine_evidence(const struct machine *machine); /* a set of enum evidence */

/* Single-fault mutants of a system's tables. */
unsigned mutant_count(const struct system *system);
struct mutant mutant_at(const struct system *system, unsigned index);
/* A table's rows with the fault in them, to be released by memory_free. */
struct row *mutant_rows(const struct table *table, const struct mutant *mutant);
void mutant_print(FILE *out, const struct system *system, const struct mutant *mutant);
char *mutant_text(const struct system *system,
                  const struct mutant *mutant); /* to be released by memory_free */

#endif
