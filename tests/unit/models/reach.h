/* Questions that the tests of models ask: does a system reach an outcome, and in which placements?
 * What does the most general client break?
 *
 * A program is written in a shorthand.  Threads are divided by '|' (each may run on any SM), '&'
 * (same CTA as the thread before it, so the same SM) or '/' (another GPU).  Accesses are:
 *
 *   Wx1   a store of 1 to x         Lx1   a store that is a release
 *   Vx    a weak load               Ax    a load that is an acquire
 *   Rx    a load of x into the next register (r0, r1, ...)
 *   Xy2   an exchange               F     a fence
 *   B, C  a transaction begins, commits
 *
 * Scopes are the system's, behind a dot those of the GPU (`.Ax`), and behind a colon those of the
 * CTA (`:Xx1`).  With `fenced` there is a fence between any two accesses. */
#ifndef TESTS_MODELS_REACH_H
#define TESTS_MODELS_REACH_H

#include <stdbool.h>
#include <stdint.h>
#include "machine/machine.h"

struct question {
  const char *model;            /* "tc-weak", "tc-weak:mismatch-writes" */
  const char *settings;         /* "gpu lease=1": a core and parameters, or NULL */
  const struct system *planted; /* run this instead of the model's own record; NULL: none */
  const struct mutant *mutant;
  bool fenced, cold;
  bool shared_lines;     /* locations may share a line, too */
  const char *placement; /* follow: the one to follow, as placement_print has it; NULL: the last */
  uint64_t states_max;   /* of a comparison: placements with more states are left out; 0: none is */
  bool two_words;        /* prove: in each line */
  unsigned only_line;    /* prove: 1 + the line that is explored by itself; 0: all */
  unsigned capacity;     /* of every channel; 0: the networks' own */
  bool no_reduction, no_ample; /* prove */
  bool may_fill;               /* prove: a full channel may hold back a step */
  uint64_t stop_at;            /* prove: the properties that end it; 0: all claims of the model */
};

struct reach_answer {
  bool reached;
  unsigned placements;
  uint64_t states;  /* of all placements together */
  uint64_t broken;  /* properties broken on the way */
  char where[1024]; /* the placements that reach it, "P0,P1|P2 x|y" each, separated by "; " */
};

/* Does the program end in the outcome, "P1:r0 == 1 /\ P1:r1 == 0", in some placement?  All
 * placements are tried. */
struct reach_answer reached_by_search(const struct question *question, const char *program,
                                      const char *outcome);

/* How many outcomes the program has, over all placements. */
uint64_t outcome_count(const struct question *question, const char *program);

struct reach_proof {
  bool complete;
  uint64_t states, transitions, broken;
};
/* The most general client, stores of `values` values; thread i runs on SM i modulo `sms`.  In every
 * placement on GPMs, up to the first that breaks what ends it. */
struct reach_proof proof_run(const struct question *question, unsigned sms, unsigned threads,
                             unsigned lines, unsigned values);

/* The litmus text of a shorthand; to be released with free(). */
char *litmus_of(const char *program, bool fenced, const char *outcome);

/* A litmus test that is right; to be released with program_free(). */
struct program *program_read(const char *text);

/* The setting of a question. */
struct setting setting_of(const struct question *question);

/* `make test` gives a variant one of the system's kinds of core, in turn. */
bool is_its_turn(const struct system *system, unsigned kind, unsigned turn);

#endif
