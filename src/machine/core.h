/* Cores: each runs the micro-operations of one thread, and sends requests to its port.
 *
 * A core is of one of three kinds (DESIGN.md, Notes):
 *   io    one operation at a time; each waits for its answer;
 *   gpu   issues in order; a load or an atomic blocks until its value is back; stores are posted;
 *   weak  issues in any order, but for: same address, a fence or barrier between, an acquire
 *         before, a release after, a dependency.
 * All three are one window of decoded operations, with different rules for issue.
 *
 * Decoding is in order and has no visible effect, so it is done at once.  Arithmetic and branches
 * are done at once, too, when their registers are known.  INFERRED: an instruction that needs a
 * register with an outstanding load holds back the instructions behind it, as a scoreboard with
 * in-order issue does. Only stores and atomics may await their data in the window.
 *
 * A transaction (io cores only) is tried until it commits.  When the port gives it up, the core
 * goes back to its beginning, with the registers that it had there.  If the thread asked for that
 * itself, the core leaves the transaction instead.
 *
 * Under the most general client the same window runs operations that it picks itself. */
#ifndef MACHINE_CORE_H
#define MACHINE_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "protocol/controller_state.h"

struct machine;
struct micro;
struct reply;

enum {
  WINDOW_MAX = 6,
  CLIENT_WINDOW = 2,
  CLIENT_ACCESSES = 2 /* of a client's transaction, at most */
};

struct core_entry {
  uint16_t micro; /* index into the thread's micro-operations */
  uint8_t used, issued;
  uint8_t awaits;      /* 1 + the entry whose value it needs; 0: none */
  uint8_t awaits_left; /* likewise for the compare-and-swap's expected value */
  uint8_t overtaken;   /* ghost, where loads are watched: a store was performed while the answer was
                          on its way */
  uint8_t performed;   /* ghost, in an audit: enum performed_by */
  int64_t value, left; /* left, in an audit: the old value that a performed atomic found */
};

/* Ghost: has a store been performed?  PERFORMED_MAYBE: this one, or another. */
enum performed_by { NOT_PERFORMED, PERFORMED, PERFORMED_MAYBE };
/* Ghost: the fault that an audit found in the core's operations (audit.c). */
enum wrong {
  NOT_WRONG,
  ANSWERED_UNPERFORMED,
  PERFORMED_TWICE,
  PERFORMED_OTHERWISE,
  TOLD_OTHERWISE,
  READ_OTHERWISE
};

struct core {
  uint16_t pc;     /* under a client: set of operations done, or 1 + accesses of the running
                      transaction */
  uint8_t entries; /* used ones */
  uint8_t hung;    /* in an endless loop without an access */
  uint8_t order[WINDOW_MAX]; /* the used entries in program order */
  uint8_t astray : 1;        /* got an answer without a request: the table is at fault */
  uint8_t misreads : 1;      /* ghost: a load got an old value, or one yet to be stored
                                (PROPERTY_LOAD_VALUE) */
  uint8_t wrong : 3;         /* ghost: enum wrong */
  uint8_t backs_off; /* (options.back_off) between an attempt that was given up and the next */
  uint8_t grown;     /* (options.back_off; first core only) back-offs have grown */
  uint8_t overflows; /* too many steps between two accesses (core.c), or barriers (barrier.c) */
  uint16_t attempt;  /* 1 + the pc where the running transaction began; 0: none */
  struct core_entry entry[WINDOW_MAX];
  int64_t registers[]; /* with transactions, followed by those that an abort restores */
};

unsigned core_window(const struct machine *machine); /* entries that a core can have at once */
size_t core_size(const struct machine *machine, unsigned core);
void core_start(const struct machine *machine, unsigned core, struct core *state);
bool core_finished(const struct machine *machine, unsigned core, const struct core *state);
bool core_may_issue(const struct machine *machine, unsigned core, const struct core *state,
                    unsigned entry);
const struct micro *core_micro(const struct machine *machine, unsigned core, unsigned micro);
struct request core_request(const struct machine *machine, unsigned core, const struct core *state,
                            unsigned entry);
/* Does the answer belong to another event than the request?  Asked only of transactions, whose
 * history rests on it. */
bool core_is_misled(const struct machine *machine, unsigned core, const struct core *state,
                    const struct reply *answer);
/* Where loads are watched: does a load get a value that was old when it was issued, or one that is
 * yet to be stored? */
bool core_is_misread(const struct machine *machine, unsigned core, const struct core *state,
                     const struct reply *answer);
/* Marks the core's loads of a word as overtaken: a store was performed while an answer was on its
 * way. */
void core_overtake(const struct machine *machine, unsigned core, struct core *state, unsigned line,
                   unsigned word);
/* Completes an entry with its answer. */
void core_complete(const struct machine *machine, unsigned core, struct core *state, unsigned entry,
                   int64_t value);
/* Gives up the running attempt.  The core begins it anew with its old registers, or goes on behind
 * the transaction if the thread cancelled it. */
void core_restart(const struct machine *machine, unsigned core, struct core *state);
/* Is a transaction running, whose begin is answered? */
bool core_runs_transaction(const struct machine *machine, unsigned core, const struct core *state);
/* Under a client: is a transaction running? */
bool core_in_transaction(const struct machine *machine, const struct core *state);
/* The operation of a client's alphabet that is this one (no fence) on `line`; the alphabet's length
 * if there is none. */
unsigned client_micro_on(const struct machine *machine, const struct micro *micro, unsigned line);
/* Under a client: takes up an operation, issued at once.  Returns its entry; -1: it cannot be taken
 * now. */
int core_take_up(const struct machine *machine, unsigned core, struct core *state, unsigned micro);
/* Fills machine->flow.live: the live registers at each pc. */
void core_liveness(struct machine *machine, unsigned core);

#endif
