/* A machine: a protocol built for a placement of a program, or of the most general client.  It is a
 * model to search.
 *
 * Its state is a vector of slots: one for each core, controller and channel, and one for the
 * barriers of a program.  A slot holds the number of an interned content.  The steps of controllers
 * are remembered, so a table is interpreted once for each local state and input. */
#ifndef MACHINE_MACHINE_H
#define MACHINE_MACHINE_H

#include <stdbool.h>
#include <stdint.h>
#include "base/diagnostic.h"
#include "litmus/program.h"
#include "protocol/placement.h"
#include "protocol/shape.h"
#include "search/model.h"

struct client;
struct machine;
struct mutant;
struct any_sms;
struct waits;

/* One FIFO queue for all senders and takers of some networks. */
struct virtual_network {
  uint8_t number; /* equal for those that share it; 0: the network has channels of its own */
  uint8_t room;   /* messages; 0: as other channels */
};

/* Changes to the defaults: fewer behaviours, or fewer reductions (DESIGN.md, decisions 4 and 8). */
struct machine_options {
  bool cold; /* start with empty caches only */
  bool no_evictions;
  /* (programs) Back-offs grow.  From some step on, a thread that gave up a transaction begins anew
   * only if no other warp runs one. */
  bool back_off;
  unsigned readers; /* (programs) further SMs, with one thread each that loads any line for ever */
  bool keeps_to_line; /* (with readers) each loads only the line that it loads first */
  bool only_readers;  /* (with readers) the program's threads do not begin: their SMs read, too */
  bool no_reduction;  /* none of the reductions below; implied by a mutant */
  /* The mutant does not imply no_reduction.  Its violations are real, except deadlocks, and except
   * in systems that forget (system_forgets).  It may have more. */
  bool reduce_mutant;
  bool remembers;             /* (programs) system_promises.outdates is not used */
  bool keep_symmetry;         /* symmetry, though other reductions are off */
  bool no_symmetry;           /* (the client) no renaming of SMs, threads and lines */
  bool no_deferred_evictions; /* evictions at any time (deferred_evictions.c) */
  bool no_dead_values;        /* no copy, register, time or history is cleared (dead_values.c) */
  bool no_ample;              /* no ample sets; no tick waits for an access (system.awaits_clock) */
  bool together;      /* (the client) all lines are explored together, even if they share nothing */
  unsigned only_line; /* (the client) 1 + the only line that is explored (per_address.c); 0: all */
  bool no_clusters;   /* slots are explored, not clusters of them (cluster.c) */
  bool unwatched;     /* (the client) PROPERTY_LOAD_VALUE is not checked */
  /* (the client) Checks independent of the record (audit.c): results of stores and atomics, values
   * of copies, permissions of loads.  The environment ends no deadlock. */
  bool audit;
  bool share_bank;   /* (the client) all lines are in one bank */
  bool check_apart;  /* each step is checked: lines share nothing (line_independence.c) */
  unsigned capacity; /* of every channel; 0: the networks' own */
  /* By network.  With no_reduction, no_clusters and unwatched. */
  struct virtual_network virtual_network[NETWORKS_MAX];
  /* (per address, with no_deferred_evictions and no_ample) Notes the waits of states (waits.h); or
   * NULL.  Messages that commute (message_promises.commutes) may then be ample sets all the same,
   * unless no_reduction. */
  struct waits *waits;
  struct any_sms *views; /* notes the views of states (any_sms.h); or NULL */
  /* Called on each state of a search; returns properties that it breaks.  NULL: not. */
  uint64_t (*note_state)(const struct machine *machine, const slot_t *state);
  bool sum;                    /* adds up the states' fingerprints, for machine_sum */
  const struct mutant *mutant; /* a fault in one table, or NULL */
};

/* A machine that runs `program` in a placement; NULL on error.  Program and options.mutant must
 * outlive it. */
struct machine *machine_new(const struct setting *setting, const struct program *program,
                            const struct placement *placement,
                            const struct machine_options *options, struct diagnostic *error);
struct machine *machine_new_client(const struct setting *setting, const struct client *client,
                                   const struct machine_options *options, struct diagnostic *error);
void machine_free(struct machine *machine);

/* Model and shape live as long as the machine.  The model finds its initial states, without limits,
 * unless machine_warm has found them. */
const struct model *machine_model(const struct machine *machine);
const struct shape *machine_shape(const struct machine *machine);

/* With options.sum, after searches: the sum of the fingerprints of all states. */
uint64_t machine_sum(const struct machine *machine);

/* A state that no thread leaves because of the program breaks PROPERTY_WITNESS: each waits at a
 * barrier that never completes, or runs an empty loop. */
void machine_seek_standstill(struct machine *machine);
/* In words, the places where threads wait in such a state; to be released by memory_free. */
char *machine_waits(const struct machine *machine, const slot_t *state);

/* Was one line explored for all?  With assumed ticks its port's clock moved at will, so a violation
 * may be none. */
bool machine_one_line(const struct machine *machine);
bool machine_assumes_ticks(const struct machine *machine);
/* Is each step tried with other data, so that one value stands for all? */
bool machine_tries_data(const struct machine *machine);
/* Are there messages that may be ample sets?  (None after a trace was unfolded.) */
bool machine_is_ample(const struct machine *machine);
/* After a search with check_apart: did every step keep to its line? */
bool machine_lines_apart(const struct machine *machine);
/* The order of the group of permutations; 1: there is no symmetry. */
unsigned machine_symmetries(const struct machine *machine);
/* After a search under symmetry: the number of states that those explored represent. */
uint64_t machine_orbit_states(const struct machine *machine);
/* Did a search find that the tables tell SMs, threads or lines apart, against the record?  Then it
 * was repeated without symmetry. */
bool machine_tells_apart(const struct machine *machine);

#endif
