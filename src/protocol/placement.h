/* Placements: which thread runs on which SM, which location is which word of which line, and which
 * line is in which bank.
 *
 * Threads of one CTA share an SM, since a CTA does not migrate.  CTAs of one GPU may share an SM.
 * A machine of one GPU runs threads of several GPUs on different SMs.  A scope that a machine lacks
 * widens (DESIGN.md, decision 8).  SMs, lines and banks are numbered by first use, so placements
 * that are equal up to renaming are listed once.
 *
 * A machine may have a topology: GPUs of modules (GPMs).  Then an SM belongs to a GPM.  Each line
 * has a home, a GPM of any GPU.  Its home within another GPU is the GPM of the same index there.  A
 * hash of the address picks the index (HMG, figure 6).  GPUs and indices are numbered by first use,
 * too: by SMs, and then by homes. */
#ifndef PROTOCOL_PLACEMENT_H
#define PROTOCOL_PLACEMENT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "protocol/controller_state.h"
#include "litmus/program.h"

/* The GPUs and GPMs of a machine; zero for a system without GPMs. */
struct topology {
  unsigned gpus;
  unsigned gpms; /* of each GPU */
  bool no_homes; /* memory is outside: no line has a home (home_of_line is 0), a GPU is one GPM */
};

struct placement {
  unsigned sms, lines, banks;
  struct topology topology;
  uint8_t gpm_of_sm[CORES_MAX];    /* GPU * topology.gpms + index */
  uint8_t home_of_line[LINES_MAX]; /* a GPM, numbered likewise */
  uint8_t sm_of_thread[THREADS_MAX];
  uint8_t line_of_location[LOCATIONS_MAX], word_of_location[LOCATIONS_MAX];
  uint8_t bank_of_line[LINES_MAX];
};

struct placement_options {
  bool banks;               /* lines may share a bank; else each has its own */
  bool warps;               /* an SM is a warp: threads of one CTA may share it, others must not */
  bool shared_lines;        /* locations may share a line; else each has its own */
  struct topology topology; /* the program's threads may need more GPUs: they are added */
};

/* Calls visit for each placement, in a fixed order, until it returns false.  Returns false if the
 * program has too many threads or locations for a machine. */
bool placements_each(const struct program *program, const struct placement_options *options,
                     bool (*visit)(void *context, const struct placement *placement),
                     void *context);

/* Is it one of those that placements_each visits?  For placements that were read from a file. */
bool placement_admitted(const struct program *program, const struct placement_options *options,
                        const struct placement *placement);

/* The home of a line in the GPU that a GPM belongs to. */
unsigned placement_gpu_home(const struct placement *placement, unsigned gpm, unsigned line);
/* Can the GPM hold a line or be asked for one?  It has an SM, or is a line's home in its GPU. */
bool placement_gpm_is_used(const struct placement *placement, unsigned gpm);
/* Do messages to some line's home go from this GPM to that one?  They go to the line's home in the
 * same GPU, and from there to its home in the system. */
bool placement_gpm_leads_home(const struct placement *placement, unsigned from, unsigned to);

/* "0.1": the GPM of index 1 of GPU 0; "0", where a GPU is one GPM. */
void placement_print_gpm(FILE *out, const struct topology *topology, unsigned gpm);

/* "P0,P1|P2 x|y": threads by SM, then locations by line, with `@BANK` if lines share banks.  With a
 * topology: "P0,P1@0.0|P2@0.1 x@1.0|y@0.0". */
void placement_print(FILE *out, const struct program *program, const struct placement *placement);

#endif
