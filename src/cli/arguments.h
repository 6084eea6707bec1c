/* The command line: paths and options.  options.def has a line for each option, from
 * which its field, its parser, --help and the man page are made. */
#ifndef CLI_ARGUMENTS_H
#define CLI_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/vector.h"
#include "base/diagnostic.h"
#include "base/text.h"
#include "run/shard.h"

struct name_list {
  const char **items;
  size_t length, room;
};

/* The types of options. */
typedef bool option_flag;
typedef uint64_t option_number, option_size;
typedef uint64_t option_number_or_any; /* ANY_NUMBER: "any" */
#define ANY_NUMBER UINT64_MAX
typedef double option_duration; /* seconds */
typedef const char *option_word;
typedef struct shard option_part;
typedef struct name_list option_words; /* may be given more than once */

enum option_id {
#define OPTION(type, field, ...) OPTION_##field,
#include "cli/options.def"
  OPTION_COUNT,
  /* Exclusions may also name these: PATHs, and more processes than one. */
  OPTION_paths = OPTION_COUNT,
  OPTION_processes
};

typedef unsigned __int128 option_set;
#define TAKES(field) ((option_set)1 << OPTION_##field)
#define TAKES_ALWAYS (TAKES(help) | TAKES(version))

struct arguments {
  struct name_list paths;
  option_set given;
  char *call; /* the whole call, as a shell takes it; NULL: not known */
  /* Of that, the options that say what is asked, apart from the models: " --cold --capacity=2". */
  struct text asked;
#define OPTION(type, field, ...) option_##type field;
#include "cli/options.def"
};

struct option {
  char letter;                 /* 0: none */
  const char *name, *argument; /* argument: NULL for a flag */
  bool (*parse)(const struct option *option, const char *text, void *field,
                struct diagnostic *error);
  size_t field; /* its offset in struct arguments */
  const char *help;
  uint64_t least, greatest; /* of a number */
};
extern const struct option option_table[OPTION_COUNT];

/* Parses argv[0..count) for a command that takes the options of `takes`.  false on error. */
bool arguments_parse(struct arguments *arguments, option_set takes, int count, char **argv,
                     struct diagnostic *error);
void arguments_clear(struct arguments *arguments);
/* The name of the first option in the set, which holds one. */
const char *option_first_name(option_set options);
/* "90", "90s", "5m", "2h" as seconds; "4G", "512M", "64k" as bytes.  false when it is not one. */
bool arguments_parse_duration(const char *text, double *seconds);
bool arguments_parse_size(const char *text, uint64_t *bytes);

#endif
