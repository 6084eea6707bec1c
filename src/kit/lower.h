/* Lowering: what an instruction asks of a machine.
 *
 * An instruction becomes a few micro-operations; a system says which (system.lower).  Stock
 * lowerings stand below. */
#ifndef KIT_LOWER_H
#define KIT_LOWER_H

#include <stdbool.h>
#include <stdint.h>
#include "machine/machine.h"
#include "protocol/system.h"
#include "litmus/program.h"

enum { MICROS_PER_INSTRUCTION = 4 };

enum micro_kind {
  MICRO_ACCESS,
  MICRO_FENCE,
  MICRO_BARRIER,
  MICRO_COMPUTE,
  MICRO_BRANCH,
  MICRO_GOTO
};

struct micro {
  enum micro_kind kind;
  enum event event; /* MICRO_ACCESS, MICRO_FENCE: the request made of the port */
  bool waits;       /* issues only when all earlier operations of its thread are complete */
  bool blocks;      /* no later operation issues before it is complete */
  bool after;       /* returned for a barrier: comes when the barrier has been passed */
  uint8_t scope; /* enum scope, of the request; SCOPE_NONE unless the system tells scopes apart */
  /* Filled in by the kit from the instruction. */
  uint8_t line, word;
  enum arithmetic arithmetic;
  enum comparison comparison;
  int destination;
  struct operand left, value;
  unsigned target;
  struct type moved, loaded; /* MICRO_ACCESS: what memory holds, and what a register gets */
  bool arrives;
  unsigned instance;
  struct operand barrier_id, quorum;
  unsigned line_of_file; /* of a barrier */
};

struct micro lower_micro_access(enum event event, bool waits, bool blocks);
struct micro lower_micro_fence(
    bool asks_port); /* waits and blocks; without the port it is only that */

/* Is the order one of acquires, or of releases? */
bool lower_acquires(const struct instruction *instruction);
bool lower_releases(const struct instruction *instruction);

/* Fences are nothing, orders are nothing, scopes are nothing: for machines whose cores keep one
 * access outstanding. */
unsigned lower_plain(const struct machine *machine, const struct instruction *instruction,
                     struct micro *out);
/* Every fence and CTA barrier (INFERRED: a barrier is a fence of its threads), and acquire as
 * load;fence and release as fence;store, in full, of the port: TSO, temporal coherence. */
unsigned lower_fenced(const struct machine *machine, const struct instruction *instruction,
                      struct micro *out);

/* Weak ordering: every access of any order but weak waits for all that its thread did before and
 * holds back all that comes after; fences are just that, and ask nothing of the port. */
unsigned lower_waiting(const struct machine *machine, const struct instruction *instruction,
                       struct micro *out);

/* Scoped acquires and releases: acquire loads and release stores as requests of their own, fences
 * as fences of the port.  An atomic that releases has a fence before it, which drops what an
 * acquire does, too (sound, and stronger than a release); one that acquires, an acquire load of its
 * word behind it, which drops what the SM has and leaves its thread's earlier stores alone. (That
 * load finds the atomic's value or a later one, and returns it to nobody.)  At CTA scope nothing
 * leaves the L1, and what is left is program order: an acquire holds later operations back, a
 * release waits for earlier ones, and is complete before later ones (SB of releases and acquires in
 * one CTA).  An operation that names no scope has the widest. */
unsigned lower_scoped(const struct machine *machine, const struct instruction *instruction,
                      struct micro *out);
/* What a fence that invalidates leaves out, for the record of its system. */
#define LOWER_NOT_MODELLED \
  "atomics that release and do not acquire (the fence before one invalidates, too)"
/* Of what that has made: a whole fence behind an atomic that acquires, for systems whose acquire
 * load may hit what its own SM stored, and then acquires nothing: a store of another thread may
 * come between the atomic and the load. */
void lower_atomic_fenced(const struct instruction *instruction, struct micro *out, unsigned count);

/* The whole program, for a machine. */
struct lowered {
  struct micro *micros;
  unsigned length;
};
bool lower_thread(const struct machine *machine, const struct thread *thread, struct lowered *out,
                  struct diagnostic *error);
void lowered_free(struct lowered *lowered);

#endif
