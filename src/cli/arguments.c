/* The option table, and the one parser that goes by it.
 *
 * Options may stand anywhere; `--name value` and `--name=value`, `-j 2` and `-j2` mean the same;
 * `--` ends them. */
#include "cli/arguments.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "base/text.h"

/* --- numbers with units --- */

/* A number followed by nothing but a unit; the unit is handed out as its text. */
static bool read_quantity(const char *text, double *number, const char **unit) {
  if (*text < '0' || *text > '9') return false;
  char *end;
  errno = 0;
  *number = strtod(text, &end);
  *unit = end;
  return !errno && isfinite(*number) && strspn(text, "0123456789.") == (size_t)(end - text);
}

bool arguments_parse_duration(const char *text, double *seconds) {
  static const struct {
    const char *unit;
    double factor;
  } units[] = { { "", 1 },     { "s", 1 },    { "ms", 1e-3 }, { "m", 60 },
                { "min", 60 }, { "h", 3600 }, { "d", 86400 } };
  const char *unit;
  if (!read_quantity(text, seconds, &unit) || *seconds <= 0) return false;
  for (unsigned i = 0; i < sizeof units / sizeof *units; i++)
    if (text_equal(unit, units[i].unit)) return *seconds *= units[i].factor, true;
  return false;
}

bool arguments_parse_size(const char *text, uint64_t *bytes) {
  static const char letters[] = "KMGT";
  double number;
  const char *unit;
  if (!read_quantity(text, &number, &unit)) return false;
  if (*unit) {
    const char *letter = strchr(letters, toupper((unsigned char)*unit));
    const char *rest = unit + 1;
    if (!letter || (*rest && strcasecmp(rest, "B") && strcasecmp(rest, "iB"))) return false;
    number = ldexp(number, 10 * (int)(letter - letters + 1));
  }
  if (number < 1 || number >= 0x1p62) return false;
  *bytes = (uint64_t)number;
  return true;
}

/* --- a parser for each type of option --- */

#define PARSER(type)                                                                   \
  static bool parse_##type(const struct option *option, const char *text, void *field, \
                           struct diagnostic *error)

PARSER(flag) {
  (void)option, (void)text, (void)error;
  return *(bool *)field = true;
}

PARSER(number) {
  char *end;
  errno = 0;
  unsigned long long number = strtoull(text, &end, 10);
  if (*text < '0' || *text > '9' || *end || errno || number < option->least ||
      number > option->greatest)
    return diagnostic_plain(error, "--%s: expected a number from %llu to %llu, found \"%s\"",
                            option->name, (unsigned long long)option->least,
                            (unsigned long long)option->greatest, text);
  *(uint64_t *)field = number;
  return true;
}

PARSER(number_or_any) {
  if (!strcmp(text, "any")) return *(uint64_t *)field = ANY_NUMBER, true;
  return parse_number(option, text, field, error);
}

PARSER(size) {
  return arguments_parse_size(text, field) ||
         diagnostic_plain(error, "--%s: expected a size such as 512M or 4G, found \"%s\"",
                          option->name, text);
}

PARSER(duration) {
  return arguments_parse_duration(text, field) ||
         diagnostic_plain(error, "--%s: expected a time such as 90s or 5m, found \"%s\"",
                          option->name, text);
}

PARSER(part) {
  return shard_parse(text, field) ||
         diagnostic_plain(error, "--%s: expected I/N such as 2/3, with 1 <= I <= N, found \"%s\"",
                          option->name, text);
}

PARSER(word) {
  (void)option, (void)error;
  *(const char **)field = text;
  return true;
}

PARSER(words) {
  (void)option, (void)error;
  vector_push(*(struct name_list *)field, text);
  return true;
}

const struct option option_table[OPTION_COUNT] = {
#define OPTION(type, field, letter, name, argument, ...) \
  { letter, name, argument, parse_##type, offsetof(struct arguments, field), __VA_ARGS__ },
#include "cli/options.def"
};

const char *option_first_name(option_set options) {
  unsigned first = 0;
  while (!(options >> first & 1)) first++;
  return first < OPTION_COUNT ? option_table[first].name : "PATH";
}

/* --- the command line --- */

/* Names that options had in release 0.1.0: read for one release more, and shown nowhere. */
static const struct {
  const char *name;
  enum option_id id;
} old_names[] = {
  { "no-lazy", OPTION_no_deferred_evictions },
  { "no-forget", OPTION_no_dead_values },
  { "no-prompt", OPTION_no_ample },
  { "each", OPTION_per_address },
  { "together", OPTION_no_per_address },
  { "progress", OPTION_liveness },
};

/* Options of release 0.1.0 that are gone, and what to do instead. */
static const struct {
  const char *name, *instead;
} removed_names[] = {
  { "judy", "the default set of visited states is exact" },
  { "alike", "the search takes no longer without it" },
};

static bool is_name(const char *name, const char *word, size_t length) {
  return strlen(name) == length && !strncmp(name, word, length);
}

static const struct option *option_named(option_set takes, const char *word, size_t length) {
  for (unsigned i = 0; i < OPTION_COUNT; i++)
    if (takes >> i & 1 && is_name(option_table[i].name, word, length)) return &option_table[i];
  for (unsigned i = 0; i < sizeof old_names / sizeof *old_names; i++)
    if (takes >> old_names[i].id & 1 && is_name(old_names[i].name, word, length))
      return &option_table[old_names[i].id];
  return NULL;
}

static const struct option *option_lettered(option_set takes, char letter) {
  for (unsigned i = 0; i < OPTION_COUNT; i++)
    if (takes >> i & 1 && option_table[i].letter && option_table[i].letter == letter)
      return &option_table[i];
  return NULL;
}

/* The option that `word` is, and the argument that is part of it (NULL: none). */
static const struct option *option_of(option_set takes, const char *word, const char **attached) {
  *attached = NULL;
  if (word[1] == '-') {
    size_t length = strcspn(word + 2, "=");
    if (word[2 + length]) *attached = word + 2 + length + 1;
    return option_named(takes, word + 2, length);
  }
  const struct option *option = option_lettered(takes, word[1]);
  if (option && word[2]) *attached = word + 2;
  return option;
}

static bool no_option(option_set takes, const char *word, struct diagnostic *error) {
  const char *name = word + strspn(word, "-");
  struct nearest nearest = { name, strcspn(name, "="), NULL, 0 };
  for (unsigned i = 0; i < OPTION_COUNT; i++)
    if (takes >> i & 1) text_offer(&nearest, option_table[i].name);
  for (unsigned i = 0; i < sizeof removed_names / sizeof *removed_names; i++)
    if (is_name(removed_names[i].name, nearest.word, nearest.length))
      return diagnostic_plain(error, "--%s was removed: leave it out, %s", removed_names[i].name,
                              removed_names[i].instead);
  if (nearest.name)
    return diagnostic_plain(error, "unknown option %s; did you mean --%s?", word, nearest.name);
  return diagnostic_plain(error, "unknown option %s", word);
}

/* Options that say nothing of what is asked: where results go, and how much work may be done. */
#define NOT_ASKED                                                                        \
  (TAKES_ALWAYS | TAKES(models) | TAKES(jobs) | TAKES(memory) | TAKES(seconds) |         \
   TAKES(seconds_each) | TAKES(shard) | TAKES(trace) | TAKES(checkpoint) |               \
   TAKES(checkpoint_every) | TAKES(resume) | TAKES(results_cache) | TAKES(baseline) |    \
   TAKES(write_baseline) | TAKES(json) | TAKES(junit) | TAKES(annotate) | TAKES(sarif) | \
   TAKES(chart) | TAKES(html) | TAKES(quiet) | TAKES(strict) | TAKES(strongest))

static void note(struct arguments *arguments, const struct option *option, const char *text) {
  if (NOT_ASKED >> (option - option_table) & 1) return;
  text_add(&arguments->asked, " --%s", option->name);
  if (!text) return;
  text_add(&arguments->asked, "=");
  text_add_shell_word(&arguments->asked, text);
}

/* Stores the option with its argument: `attached`, or if NULL the next word (*i then passes it). */
static bool store(struct arguments *arguments, const struct option *option, const char *attached,
                  int count, char **argv, int *i, struct diagnostic *error) {
  const char *text = attached;
  if (!option->argument && text)
    return diagnostic_plain(error, "--%s takes no argument", option->name);
  if (option->argument && !text && ++*i == count)
    return diagnostic_plain(error, "--%s needs an argument, %s", option->name, option->argument);
  if (option->argument && !text) text = argv[*i];
  arguments->given |= (option_set)1 << (option - option_table);
  note(arguments, option, text);
  return option->parse(option, text, (char *)arguments + option->field, error);
}

bool arguments_parse(struct arguments *arguments, option_set takes, int count, char **argv,
                     struct diagnostic *error) {
  bool only_paths = false;
  for (int i = 0; i < count; i++) {
    if (only_paths || argv[i][0] != '-' || !argv[i][1]) {
      vector_push(arguments->paths, argv[i]);
      arguments->given |= TAKES(paths);
    } else if (text_equal(argv[i], "--")) {
      only_paths = true;
    } else {
      const char *attached;
      const struct option *option = option_of(takes, argv[i], &attached);
      if (!option) return no_option(takes, argv[i], error);
      if (!store(arguments, option, attached, count, argv, &i, error)) return false;
    }
  }
  return true;
}

void arguments_clear(struct arguments *arguments) {
  memory_free(arguments->call);
  text_free(&arguments->asked);
  vector_free(arguments->paths);
  for (unsigned i = 0; i < OPTION_COUNT; i++)
    if (option_table[i].parse == parse_words)
      vector_free(*(struct name_list *)((char *)arguments + option_table[i].field));
}
