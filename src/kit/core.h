/* Cores: what runs a thread's micro-operations and asks its port.
 *
 * One core a thread, of one of three kinds (DESIGN.md, Layers):
 *   io    one operation at a time, each waits for its answer;
 *   gpu   operations issue in order; a load or an atomic blocks until its value is back, stores are
 * posted; weak  operations issue in any order, but for: same address, a fence or barrier between,
 * an acquire before, a release after, a dependency. All three are one window of decoded operations
 * with different rules for issue.  Decoding is in order and has no effect of its own, so it is done
 * at once: arithmetic and branches are taken as soon as their registers are there. INFERRED: an
 * instruction other than a store or an atomic that needs a register whose load is outstanding holds
 * back the instructions behind it, as a scoreboard that issues in order does; a store's data may be
 * awaited in the window.
 *
 * A transaction (io cores only) is tried until it commits: when the port says so, the core goes
 * back to its beginning, and its registers with it; or, where it has asked for that, it leaves the
 * transaction.
 *
 * Under the most general client the same window runs operations that it picks itself. */
#ifndef KIT_CORE_H
#define KIT_CORE_H

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
  uint8_t overtaken;   /* ghost, where loads are watched: a store has been performed to what was on
                          its way to this load */
  uint8_t performed;   /* ghost, in an audit: this store has been performed (enum performed_by) */
  int64_t value, left; /* left: in an audit, once an atomic is performed, what it found */
};

/* Ghost: has a store been performed, and is it known that it was this one? */
enum performed_by { NOT_PERFORMED, PERFORMED, PERFORMED_MAYBE };
enum wrong {
  NOT_WRONG,
  ANSWERED_UNPERFORMED,
  PERFORMED_TWICE,
  PERFORMED_OTHERWISE,
  TOLD_OTHERWISE,
  READ_OTHERWISE
};

struct core {
  uint16_t pc;     /* under a client: those done, or, with transactions, 1 + the accesses of the one
                      that runs */
  uint8_t entries; /* used ones */
  uint8_t hung;    /* an endless loop without an access: it came back to the same registers */
  uint8_t order[WINDOW_MAX]; /* the used entries in program order */
  uint8_t astray : 1;        /* it got an answer to what it had not asked: a faulty table's doing */
  uint8_t misreads : 1;      /* ghost: a load was told what is old, or yet to be stored
                                (PROPERTY_LOAD_VALUE) */
  uint8_t wrong : 3; /* ghost, in an audit: what is wrong with what became of its operations */
  uint8_t backs_off; /* (options.back_off) its last attempt was given up, and the next has yet to
                        begin; */
  uint8_t grown;     /* (of the first core) and back-offs have grown */
  uint8_t overflows; /* what it does next is more than the kit can hold: too many steps between two
                      * accesses (core.c), too many barriers (barrier.c) */
  uint16_t attempt;  /* 1 + where the transaction that runs began; 0: none runs */
  struct core_entry entry[WINDOW_MAX];
  int64_t registers[]; /* then, where the system runs transactions, those that an abort restores */
};

unsigned core_window(const struct machine *machine); /* entries that a core can have at once */
size_t core_size(const struct machine *machine, unsigned core);
void core_start(const struct machine *machine, unsigned core, struct core *state);
bool core_finished(const struct machine *machine, unsigned core, const struct core *state);
/* May the entry issue now? */
bool core_may_issue(const struct machine *machine, unsigned core, const struct core *state,
                    unsigned entry);
const struct micro *core_micro(const struct machine *machine, unsigned core, unsigned micro);
struct request core_request(const struct machine *machine, unsigned core, const struct core *state,
                            unsigned entry);
/* Is this the answer to something else than was asked?  (Only where transactions' histories rest on
 * it is that a fault.) */
bool core_is_misled(const struct machine *machine, unsigned core, const struct core *state,
                    const struct reply *answer);
/* Where loads are watched: is a load told what was old when it was issued, or what is yet to be
 * stored? */
bool core_is_misread(const struct machine *machine, unsigned core, const struct core *state,
                     const struct reply *answer);
/* A store is performed to a word of which something was on its way to this core: its loads of that
 * word are overtaken. */
void core_overtake(const struct machine *machine, unsigned core, struct core *state, unsigned line,
                   unsigned word);
/* The entry got its answer. */
void core_complete(const struct machine *machine, unsigned core, struct core *state, unsigned entry,
                   int64_t value);
/* Its attempt has been given up: it begins anew, with the registers of then, or goes on behind the
 * transaction if it asked so. */
void core_restart(const struct machine *machine, unsigned core, struct core *state);
/* Does it run a transaction that has begun? */
bool core_runs_transaction(const struct machine *machine, unsigned core, const struct core *state);
/* Under a client: is a transaction running? */
bool core_in_transaction(const struct machine *machine, const struct core *state);
/* The operation of a client's alphabet that asks of a line what this one, which is no fence, asks
 * of its own; the alphabet's length: there is none. */
unsigned client_micro_on(const struct machine *machine, const struct micro *micro, unsigned line);
/* Under a client: can an operation be taken up now?  Takes it up, issued, and returns its entry; or
 * -1. */
int core_take_up(const struct machine *machine, unsigned core, struct core *state, unsigned micro);
/* Liveness of registers: fills machine->live. */
void core_liveness(struct machine *machine, unsigned core);

#endif
