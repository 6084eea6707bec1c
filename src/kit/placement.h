/* Placements: which thread runs on which SM, which location is which word of which line, which line is in which bank.
 *
 * Threads of one CTA share an SM (a CTA does not migrate); CTAs may share one; GPUs do not share.  On a machine of
 * one GPU the GPUs of a test are SMs apart (a scope that a machine lacks widens: DESIGN.md, decision 8).  SMs, lines
 * and banks are numbered by first use, so that placements equal up to renaming are listed once. */
#ifndef KIT_PLACEMENT_H
#define KIT_PLACEMENT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "kit/parts.h"
#include "litmus/program.h"

struct placement {
  unsigned sms, lines, banks;
  uint8_t sm_of_thread[THREADS_MAX];
  uint8_t line_of_location[LOCATIONS_MAX], word_of_location[LOCATIONS_MAX];
  uint8_t bank_of_line[LINES_MAX];
};

struct placement_options {
  bool banks;        /* lines in one bank or in different ones (else: each its own) */
  bool warps;        /* an SM stands for a warp: threads share one only if they are of one CTA, and need not then */
  bool shared_lines; /* locations may share a line (else: each its own) */
};

/* Calls visit for each placement, in a fixed order, until it returns false.  Returns false if the program cannot be
 * placed (too many threads or locations for a machine). */
bool placements_each(const struct program *program, const struct placement_options *options,
                     bool (*visit)(void *context, const struct placement *placement), void *context);

/* Is it one of those that placements_each visits?  (Of one that was read from a file.) */
bool placement_admitted(const struct program *program, const struct placement_options *options,
                        const struct placement *placement);

/* "P0,P1|P2 x|y" : threads that share an SM stand together, then locations that share a line (and banks, if they do). */
void placement_print(FILE *out, const struct program *program, const struct placement *placement);

#endif
