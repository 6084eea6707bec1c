/* Placements: which thread runs on which SM, which location is which word of which line, which line
 * is in which bank.
 *
 * Threads of one CTA share an SM (a CTA does not migrate); CTAs may share one; GPUs do not share.
 * On a machine of one GPU the GPUs of a test are SMs apart (a scope that a machine lacks widens:
 * DESIGN.md, decision 8).  SMs, lines and banks are numbered by first use, so that placements equal
 * up to renaming are listed once.
 *
 * A machine may have a topology: GPUs of modules (GPMs).  Then an SM belongs to a GPM, and each
 * line has a home, a GPM of any GPU; the GPM of the same index is the line's home within another
 * GPU (as in HMG's figure 6: a hash of the address picks the index).  GPUs, and indices, are
 * numbered by first use, too: by SMs, and then by homes. */
#ifndef KIT_PLACEMENT_H
#define KIT_PLACEMENT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "protocol/controller_state.h"
#include "litmus/program.h"

/* GPUs, and GPMs of each; 0 where a system tells no GPM from another.  Or memory is apart from them
 * all: no line has a home among them (each says 0), and each GPU is one GPM. */
struct topology {
  unsigned gpus, gpms;
  bool no_homes;
};

struct placement {
  unsigned sms, lines, banks;
  struct topology topology;
  uint8_t gpm_of_sm[CORES_MAX];    /* GPU * topology.gpms + index */
  uint8_t home_of_line[LINES_MAX]; /* a GPM */
  uint8_t sm_of_thread[THREADS_MAX];
  uint8_t line_of_location[LOCATIONS_MAX], word_of_location[LOCATIONS_MAX];
  uint8_t bank_of_line[LINES_MAX];
};

struct placement_options {
  bool banks; /* lines in one bank or in different ones (else: each its own) */
  bool warps; /* an SM stands for a warp: threads share one only if they are of one CTA, and need
                 not then */
  bool shared_lines;        /* locations may share a line (else: each its own) */
  struct topology topology; /* with as many GPUs more as the program's threads need */
};

/* Calls visit for each placement, in a fixed order, until it returns false.  Returns false if the
 * program cannot be placed (too many threads or locations for a machine). */
bool placements_each(const struct program *program, const struct placement_options *options,
                     bool (*visit)(void *context, const struct placement *placement),
                     void *context);

/* Is it one of those that placements_each visits?  (Of one that was read from a file.) */
bool placement_admitted(const struct program *program, const struct placement_options *options,
                        const struct placement *placement);

/* The home of a line in the GPU that a GPM belongs to. */
unsigned placement_gpu_home(const struct placement *placement, unsigned gpm, unsigned line);
/* Can the GPM hold or be asked for a line: has it an SM, or is it the home of one within its GPU?
 */
bool placement_gpm_is_used(const struct placement *placement, unsigned gpm);
/* Is a line's way to its home one from this GPM to that: to the line's home in the same GPU, or
 * from there to the system's? */
bool placement_gpm_leads_home(const struct placement *placement, unsigned from, unsigned to);

/* "0.1": the GPM of index 1 of GPU 0; "0", where a GPU is one GPM. */
void placement_print_gpm(FILE *out, const struct topology *topology, unsigned gpm);

/* "P0,P1|P2 x|y" : threads that share an SM stand together, then locations that share a line (and
 * banks, if they do); with a topology "P0,P1@0.0|P2@0.1 x@1.0|y@0.0". */
void placement_print(FILE *out, const struct program *program, const struct placement *placement);

#endif
