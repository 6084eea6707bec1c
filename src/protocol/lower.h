/* Lowering: turns each instruction into micro-operations of a machine's cores.
 *
 * A system chooses or writes its lowering (system.lower).  Stock lowerings stand below. */
#ifndef PROTOCOL_LOWER_H
#define PROTOCOL_LOWER_H

#include <stdbool.h>
#include <stdint.h>
#include "protocol/shape.h"
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
  /* Set by the lowering. */
  enum micro_kind kind;
  enum event event; /* MICRO_ACCESS, MICRO_FENCE: the request to the port, or EVENT_NO_REQUEST */
  bool waits;       /* it issues when all earlier operations of its thread are complete */
  bool blocks;      /* no later operation issues before it is complete */
  bool after;       /* (of a barrier) it follows the barrier; else it precedes it */
  uint8_t scope;    /* enum scope of the request; SCOPE_NONE in a system without scopes */
  /* Filled in from the instruction by the machine. */
  uint8_t line, word;
  enum arithmetic arithmetic;
  enum comparison comparison;
  int destination; /* a register, or NO_REGISTER */
  struct operand left, value;
  unsigned target;    /* MICRO_BRANCH, MICRO_GOTO: a position in struct lowered */
  struct type moved;  /* MICRO_ACCESS: the type in memory */
  struct type loaded; /* MICRO_ACCESS: the type in the register */
  /* MICRO_BARRIER: */
  bool arrives, awaits; /* arrives without waiting; waits without arriving */
  bool of_cluster;      /* the barrier is one of the cluster's threads */
  unsigned instance;
  struct operand barrier_id, quorum;
  unsigned line_of_file;
};

struct micro lower_micro_access(enum event event, bool waits, bool blocks);
/* A fence waits and blocks.  `asks_port`: it is a request, too. */
struct micro lower_micro_fence(bool asks_port);

/* Has the instruction an order that acquires?  That releases? */
bool lower_acquires(const struct instruction *instruction);
bool lower_releases(const struct instruction *instruction);

/* Each stock lowering has the type of system.lower. */

/* Drops fences, orders and scopes: for cores that keep one access outstanding. */
unsigned lower_plain(const struct shape *shape, const struct instruction *instruction,
                     struct micro *out);

/* Turns every fence and CTA barrier into a full fence of the port, an acquire into load;fence, a
 * release into fence;store.  For TSO and temporal coherence.  INFERRED: a barrier is a fence of its
 * threads. */
unsigned lower_fenced(const struct shape *shape, const struct instruction *instruction,
                      struct micro *out);

/* Weak ordering.  An access with any order waits for all earlier operations of its thread, and
 * blocks all later ones.  A fence does, too, although it makes no request to the port. */
unsigned lower_waiting(const struct shape *shape, const struct instruction *instruction,
                       struct micro *out);

/* Scoped acquires and releases.
 *  - Acquire loads and release stores are requests of their own.  Fences are fences of the port.
 *  - An atomic that releases has a fence before it.  The fence also does what an acquire does:
 *    sound, and stronger than a release.
 *  - An atomic that acquires has an acquire load of its word behind it.  The load invalidates the
 *    SM's copies and leaves earlier stores of its thread as they are.  It finds the atomic's value
 * or a later one, which is dropped.
 *  - At CTA scope nothing leaves the L1; only program order is kept.  An acquire blocks later
 *    operations.  A release waits for earlier ones and completes before later ones (SB of releases
 *    and acquires in one CTA).
 *  - An operation without a scope has the widest. */
unsigned lower_scoped(const struct shape *shape, const struct instruction *instruction,
                      struct micro *out);
/* For a record's `not_modelled`: the restriction of a fence that invalidates. */
#define LOWER_NOT_MODELLED \
  "atomics that release and do not acquire (the fence before one invalidates, too)"
/* Changes `count` operations of lower_scoped: a full fence replaces the load behind an atomic that
 * acquires.  It is for systems whose acquire load may hit a store of its own SM, and then acquires
 * nothing.  A store of another thread may come between the atomic and the load. */
void lower_atomic_fenced(const struct instruction *instruction, struct micro *out, unsigned count);

/* A thread's micro-operations. */
struct lowered {
  struct micro *micros;
  unsigned length;
};
/* Lowers a thread.  false: an instruction is unsupported, and `error` names it.  The caller
 * releases `out` by lowered_free. */
bool lower_thread(const struct shape *shape, const struct program *program,
                  const struct thread *thread, struct lowered *out, struct diagnostic *error);
void lowered_free(struct lowered *lowered);

#endif
