/* What the command line says: paths and options.  Each option is one line of the table in
 * arguments.c, which gives its field, range, help and parsing. */
#ifndef CLI_ARGUMENTS_H
#define CLI_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/diagnostic.h"
#include "base/vector.h"

struct name_list {
  const char **items;
  size_t length, room;
};

struct arguments {
  struct name_list paths, models, memory_models, assignments, cat_variants;
  const char *core, *json, *junit, *trace, *replay, *witness, *why, *format, *checkpoint, *resume,
      *spill, *progress, *fairness, *only, *barriers;
  uint64_t jobs, memory, depth, capacity, unroll, placement, sms, threads, lines, values, gpus,
      gpms, draws, groups, evictions_within;
  double seconds, checkpoint_every;
  bool no_reduction, no_deferred_evictions, no_dead_values, no_ample, no_symmetry, together,
      each, deadlock, no_audit, strict, spread, two_words, cold, no_evictions, back_off, apart,
      quick, variants, compact, bit_state, coverage, strongest, clients;
  bool quiet, help, version;
};

enum option_id {
  OPTION_MODEL,
  OPTION_MEMORY_MODEL,
  OPTION_JOBS,
  OPTION_CORE,
  OPTION_SET,
  OPTION_MEMORY,
  OPTION_TIME,
  OPTION_DEPTH,
  OPTION_UNROLL,
  OPTION_BARRIERS,
  OPTION_CAPACITY,
  OPTION_COLD,
  OPTION_NO_EVICTIONS,
  OPTION_EVICTIONS_WITHIN,
  OPTION_APART,
  OPTION_QUICK,
  OPTION_VARIANTS,
  OPTION_VARIANT,
  OPTION_NO_SYMMETRY,
  OPTION_NO_PER_ADDRESS,
  OPTION_PER_ADDRESS,
  OPTION_DEADLOCK,
  OPTION_NO_AUDIT,
  OPTION_STRICT,
  OPTION_SPREAD,
  OPTION_TWO_WORDS,
  OPTION_NO_REDUCTION,
  OPTION_NO_DEFERRED_EVICTIONS,
  OPTION_NO_DEAD_VALUES,
  OPTION_NO_AMPLE,
  OPTION_SPILL,
  OPTION_COMPACT,
  OPTION_BIT_STATE,
  OPTION_STRONGEST,
  OPTION_WITNESS,
  OPTION_WHY,
  OPTION_PLACEMENT,
  OPTION_TRACE,
  OPTION_REPLAY,
  OPTION_CHECKPOINT,
  OPTION_CHECKPOINT_EVERY,
  OPTION_RESUME,
  OPTION_SMS,
  OPTION_THREADS,
  OPTION_ADDRS,
  OPTION_VALUES,
  OPTION_GPUS,
  OPTION_GPMS,
  OPTION_DRAWS,
  OPTION_GROUPS,
  OPTION_LIVENESS,
  OPTION_FAIRNESS,
  OPTION_BACK_OFF,
  OPTION_ONLY,
  OPTION_CLIENTS,
  OPTION_FORMAT,
  OPTION_COVERAGE,
  OPTION_JSON,
  OPTION_JUNIT,
  OPTION_QUIET,
  OPTION_HELP,
  OPTION_VERSION,
  OPTION_COUNT
};
#define TAKES(option) (1ull << (option))
/* What every command takes. */
#define TAKES_ALWAYS (TAKES(OPTION_HELP) | TAKES(OPTION_VERSION))

struct option {
  enum option_id id;           /* its place in the table */
  char letter;                 /* 0: none */
  const char *name, *argument; /* argument: NULL for a flag */
  enum { FLAG, NUMBER, SIZE, DURATION, WORD, WORDS } kind;
  size_t field;             /* in struct arguments */
  uint64_t least, greatest; /* NUMBER */
  const char *help;
};

extern const struct option option_table[OPTION_COUNT];

/* Parses argv[0..count) for a command that takes the options of the set `takes`.  false on error.
 */
bool arguments_parse(struct arguments *arguments, uint64_t takes, int count, char **argv,
                     struct diagnostic *error);
void arguments_clear(struct arguments *arguments);
/* Does the option table's order match its ids? */
bool options_ordered(void);
/* "90", "90s", "5m", "2h" as seconds; "4G", "512M", "64k" as bytes.  false when it is not one. */
bool arguments_parse_duration(const char *text, double *seconds);
bool arguments_parse_size(const char *text, uint64_t *bytes);

#endif
