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

#define AT(field) offsetof(struct arguments, field)

const struct option option_table[OPTION_COUNT] = {
  /* id, letter, name, argument, kind, field, least, greatest, help */
  { OPTION_MODEL, 'p', "model", "MODEL", WORDS, AT(models), 0, 0,
    "a model of models/, or MODEL:VARIANT; for run it may be repeated" },
  { OPTION_MEMORY_MODEL, 'm', "memory-model", "MEMMODEL", WORDS, AT(memory_models), 0, 0,
    "a memory model of memmodels/, or the path of a .cat file; may be repeated" },
  { OPTION_JOBS, 'j', "jobs", "N", NUMBER, AT(jobs), 1, 1024,
    "threads to work with (default: one for each processor)" },
  { OPTION_CORE, 0, "core", "KIND", WORD, AT(core), 0, 0,
    "the cores: io (every operation waits), gpu (stores are posted), weak (any order)" },
  { OPTION_SET, 0, "set", "NAME=VALUE", WORDS, AT(assignments), 0, 0,
    "a parameter of the model (`turnsole list models MODEL` tells which there are); may be "
    "repeated" },
  { OPTION_MEMORY, 0, "memory", "SIZE", SIZE, AT(memory), 0, 0,
    "memory for states and remembered steps, such as 4G (default: half of what there is: the "
    "machine's, or what a cgroup or "
    "ulimit leaves; by MPI: for each rank); beyond it: "
    "inconclusive" },
  { OPTION_TIME, 0, "time", "LIMIT", DURATION, AT(seconds), 0, 0,
    "time for the whole command, such as 90s or 5m; beyond it: inconclusive" },
  { OPTION_DEPTH, 0, "depth", "N", NUMBER, AT(depth), 1, UINT32_MAX,
    "steps from an initial state; beyond them: inconclusive" },
  { OPTION_UNROLL, 0, "unroll", "N", NUMBER, AT(unroll), 1, 1000,
    "how often the judge takes a backward jump, at most (default 2)" },
  { OPTION_BARRIERS, 0, "barriers", "READING", WORD, AT(barriers), 0, 0,
    "which threads a barrier with a name or a quorum waits for: by-cta (all of the CTA that hold "
    "it, as PTX says; "
    "the default) or by-name (those of its name, and who comes late passes, as Dartagnan has it)" },
  { OPTION_CAPACITY, 0, "capacity", "N", NUMBER, AT(capacity), 1, 16,
    "messages that each channel holds (default: what the model says)" },
  { OPTION_COLD, 0, "cold", NULL, FLAG, AT(cold), 0, 0, "start with empty caches only" },
  { OPTION_NO_EVICTIONS, 0, "no-evictions", NULL, FLAG, AT(no_evictions), 0, 0,
    "no line is evicted" },
  { OPTION_EVICTIONS_WITHIN, 0, "evictions-within", "STATES", NUMBER, AT(evictions_within), 1,
    UINT32_MAX, "no line is evicted in a placement that has more states than this with evictions" },
  { OPTION_APART, 0, "apart", NULL, FLAG, AT(apart), 0, 0,
    "each location has a line and a bank of its own (else: they may share them, too)" },
  { OPTION_QUICK, 0, "quick", NULL, FLAG, AT(quick), 0, 0,
    "at most 4 placements, and where they have over 8192 states no evictions (nor, if need be, "
    "warm starts), and then only a part of the states: what is marked with a tick is no verdict of "
    "the whole" },
  { OPTION_VARIANTS, 0, "variants", NULL, FLAG, AT(variants), 0, 0,
    "the models' variants as well" },
  { OPTION_VARIANT, 0, "variant", "NAME", WORDS, AT(cat_variants), 0, 0,
    "a variant of herd7 that a .cat file may test for, such as lkmmv1, ETS2 or DIC (lkmmv2 and "
    "cos-opt hold anyhow); may be repeated" },
  { OPTION_NO_SYMMETRY, 0, "no-symmetry", NULL, FLAG, AT(no_symmetry), 0, 0,
    "explore states that differ by a renaming, too" },
  { OPTION_NO_PER_ADDRESS, 0, "no-per-address", NULL, FLAG, AT(together), 0, 0,
    "explore all addresses together, even where they share nothing" },
  { OPTION_PER_ADDRESS, 0, "per-address", NULL, FLAG, AT(each), 0, 0,
    "explore each address by itself, where a model promises that it is then safe among any number; "
    "deadlock apart" },
  { OPTION_DEADLOCK, 0, "deadlock", NULL, FLAG, AT(deadlock), 0, 0,
    "with --per-address: and is there no deadlock among any number of addresses?" },
  { OPTION_NO_AUDIT, 0, "no-audit", NULL, FLAG, AT(no_audit), 0, 0,
    "search only what is asked: none of the bounded audits that else follow" },
  { OPTION_STRICT, 0, "strict", NULL, FLAG, AT(strict), 0, 0,
    "fail (status 1) where a row never fired, or a claim said nothing" },
  { OPTION_SPREAD, 0, "spread", NULL, FLAG, AT(spread), 0, 0,
    "threads beyond the SMs are dealt out to all SMs in turn (else: they share the first)" },
  { OPTION_TWO_WORDS, 0, "two-words", NULL, FLAG, AT(two_words), 0, 0,
    "lines of two words, of which each access takes one (else: of one)" },
  { OPTION_NO_REDUCTION, 0, "no-reduction", NULL, FLAG, AT(no_reduction), 0, 0,
    "explore without reductions" },
  { OPTION_NO_DEFERRED_EVICTIONS, 0, "no-deferred-evictions", NULL, FLAG, AT(no_deferred_evictions),
    0, 0, "do not defer evictions: evict at any time, also where no other step can tell" },
  { OPTION_NO_DEAD_VALUES, 0, "no-dead-values", NULL, FLAG, AT(no_dead_values), 0, 0,
    "keep dead values: copies, registers and times that no step will read" },
  { OPTION_NO_AMPLE, 0, "no-ample", NULL, FLAG, AT(no_ample), 0, 0,
    "disable the partial-order reduction that takes some messages at once (ample sets)" },
  { OPTION_SPILL, 0, "spill", "DIR", WORD, AT(spill), 0, 0,
    "once --memory is full, go on with the states (not remembered steps) in a file in DIR: as "
    "exact, and slower; for "
    "--hash-compaction and --bit-state, where all states go (default: TMPDIR, or /tmp)" },
  { OPTION_COMPACT, 0, "hash-compaction", NULL, FLAG, AT(compact), 0, 0,
    "keep 32 bits of each state in memory, and the states in a file: smaller, and not a proof "
    "(status 3 unless a violation is "
    "found)" },
  { OPTION_BIT_STATE, 0, "bit-state", NULL, FLAG, AT(bit_state), 0, 0,
    "keep 3 bits of each state in memory, and the states in a file: smallest, and not a proof "
    "(status 3 unless a violation is "
    "found)" },
  { OPTION_STRONGEST, 0, "strongest", NULL, FLAG, AT(strongest), 0, 0,
    "for each model, the strongest memory models that no test refutes, and the smallest that "
    "refutes the others" },
  { OPTION_WITNESS, 0, "witness", "CONDITION", WORD, AT(witness), 0, 0,
    "show the shortest run to an outcome that meets it: 'P1:r0=1 /\\ P1:r1=0'" },
  { OPTION_WHY, 0, "why", "CONDITION", WORD, AT(why), 0, 0,
    "explain why no execution meets it, or show one that does: 'P1:r0=1 /\\ P1:r1=0'" },
  { OPTION_PLACEMENT, 0, "placement", "N", NUMBER, AT(placement), 1, UINT32_MAX,
    "only the N-th placement (of threads and locations; of SMs and homes)" },
  { OPTION_TRACE, 0, "trace", "FILE", WORD, AT(trace), 0, 0, "save the run that is shown" },
  { OPTION_REPLAY, 0, "replay", "FILE", WORD, AT(replay), 0, 0, "step through a saved run" },
  { OPTION_CHECKPOINT, 0, "checkpoint", "FILE", WORD, AT(checkpoint), 0, 0,
    "save the search there when it is interrupted (SIGINT, SIGTERM) or its time is up (of many "
    "searches: each that is done); "
    "what is saved there already is not lost: expected --resume FILE, too" },
  { OPTION_CHECKPOINT_EVERY, 0, "checkpoint-every", "TIME", DURATION, AT(checkpoint_every), 0, 0,
    "and again and again, such as 10m" },
  { OPTION_RESUME, 0, "resume", "FILE", WORD, AT(resume), 0, 0,
    "go on with what the same build of turnsole saved" },
  { OPTION_SMS, 0, "sms", "N", NUMBER, AT(sms), 1, 8, "SMs (default 2)" },
  { OPTION_THREADS, 0, "threads", "N", NUMBER, AT(threads), 1, 8,
    "threads (default: one an SM, or what a variant needs); those beyond the SMs share the first" },
  { OPTION_ADDRS, 0, "addrs", "N", NUMBER, AT(lines), 1, 6,
    "addresses, each a line of its own (default 1)" },
  { OPTION_VALUES, 0, "values", "N", NUMBER, AT(values), 1, 8,
    "values that are stored (default 2)" },
  { OPTION_GPUS, 0, "gpus", "N", NUMBER, AT(gpus), 1, 8,
    "GPUs, of a model of modules (default: the model's own), or of image composition (default 4)" },
  { OPTION_GPMS, 0, "gpms", "N", NUMBER, AT(gpms), 1, 8,
    "modules (GPMs) of each GPU, of a model of modules (default: the model's own)" },
  { OPTION_DRAWS, 0, "draws", "N", NUMBER, AT(draws), 1, 6,
    "draws of a group, of a model of image composition (default 4)" },
  { OPTION_GROUPS, 0, "groups", "N", NUMBER, AT(groups), 1, 2,
    "groups in a row, of a model of image composition (default: one, and, small, one and two)" },
  { OPTION_LIVENESS, 0, "liveness", "LEVEL", WORD, AT(progress), 0, 0,
    "ask for liveness instead: possible (it can always go on to the end) or guaranteed (and it "
    "does, if all is fair)" },
  { OPTION_FAIRNESS, 0, "fairness", "KIND", WORD, AT(fairness), 0, 0,
    "with --liveness guaranteed: weak or strong fairness of all who owe a step (default: as the "
    "model has it)" },
  { OPTION_BACK_OFF, 0, "back-off", NULL, FLAG, AT(back_off), 0, 0,
    "with --liveness: a transaction that was given up begins anew where no other warp runs one "
    "(else: at any time)" },
  { OPTION_ONLY, 0, "only", "TEXT", WORD, AT(only), 0, 0,
    "the mutants whose names have TEXT in them (of several lines: one of them)" },
  { OPTION_CLIENTS, 0, "clients", NULL, FLAG, AT(clients), 0, 0,
    "no tests, small general clients alone: what proofs of that size do not see; no reasons are "
    "looked at" },
  { OPTION_FORMAT, 0, "format", "md|dot", WORD, AT(format), 0, 0,
    "table: Markdown (default) or Graphviz; allow --why: dot, Graphviz instead of text" },
  { OPTION_COVERAGE, 0, "coverage", NULL, FLAG, AT(coverage), 0, 0,
    "mark the cells that fire over small clients and litmus/, or over PATH" },
  { OPTION_JSON, 0, "json", "FILE", WORD, AT(json), 0, 0,
    "write the results as JSON; - for standard output" },
  { OPTION_JUNIT, 0, "junit", "FILE", WORD, AT(junit), 0, 0,
    "write the results as JUnit's XML; - for standard output" },
  { OPTION_QUIET, 'q', "quiet", NULL, FLAG, AT(quiet), 0, 0,
    "no line of progress, no time and memory; run, mutate: only what does not hold, and the "
    "totals; prove and explore of frames: "
    "no run" },
  { OPTION_HELP, 'h', "help", NULL, FLAG, AT(help), 0, 0, "show help" },
  { OPTION_VERSION, 0, "version", NULL, FLAG, AT(version), 0, 0, "show the version" },
};

bool options_ordered(void) {
  for (unsigned i = 0; i < OPTION_COUNT; i++)
    if (option_table[i].id != i) return false;
  return true;
}

/* A number followed by nothing but a unit; the unit is handed out as its text. */
static bool parse_number(const char *text, double *number, const char **unit) {
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
  if (!parse_number(text, seconds, &unit) || *seconds <= 0) return false;
  for (unsigned i = 0; i < sizeof units / sizeof *units; i++)
    if (text_equal(unit, units[i].unit)) return *seconds *= units[i].factor, true;
  return false;
}

bool arguments_parse_size(const char *text, uint64_t *bytes) {
  static const char letters[] = "KMGT";
  double number;
  const char *unit;
  if (!parse_number(text, &number, &unit)) return false;
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

static bool parse_count(const struct option *option, const char *text, uint64_t *value,
                        struct diagnostic *error) {
  char *end;
  errno = 0;
  unsigned long long number = strtoull(text, &end, 10);
  if (*text < '0' || *text > '9' || *end || errno || number < option->least ||
      number > option->greatest)
    return diagnostic_plain(error, "--%s: expected a number from %llu to %llu, found \"%s\"",
                            option->name, (unsigned long long)option->least,
                            (unsigned long long)option->greatest, text);
  *value = number;
  return true;
}

static bool store(struct arguments *arguments, const struct option *option, const char *text,
                  struct diagnostic *error) {
  void *field = (char *)arguments + option->field;
  switch (option->kind) {
  case FLAG: *(bool *)field = true; return true;
  case NUMBER: return parse_count(option, text, field, error);
  case SIZE:
    return arguments_parse_size(text, field) ||
           diagnostic_plain(error, "--%s: expected a size such as 512M or 4G, found \"%s\"",
                            option->name, text);
  case DURATION:
    return arguments_parse_duration(text, field) ||
           diagnostic_plain(error, "--%s: expected a time such as 90s or 5m, found \"%s\"",
                            option->name, text);
  case WORD: *(const char **)field = text; return true;
  case WORDS: vector_push(*(struct name_list *)field, text);
  }
  return true;
}

/* Names that options had in release 0.1.0: read for one release more, and shown nowhere. */
static const struct {
  const char *name;
  enum option_id id;
} old_names[] = {
  { "no-lazy", OPTION_NO_DEFERRED_EVICTIONS },
  { "no-forget", OPTION_NO_DEAD_VALUES },
  { "no-prompt", OPTION_NO_AMPLE },
  { "each", OPTION_PER_ADDRESS },
  { "together", OPTION_NO_PER_ADDRESS },
  { "progress", OPTION_LIVENESS },
};

static bool is_name(const char *name, const char *word, size_t length) {
  return strlen(name) == length && !strncmp(name, word, length);
}

static const struct option *option_named(uint64_t takes, const char *word, size_t length) {
  for (unsigned i = 0; i < OPTION_COUNT; i++)
    if (takes >> i & 1 && is_name(option_table[i].name, word, length)) return &option_table[i];
  for (unsigned i = 0; i < sizeof old_names / sizeof *old_names; i++)
    if (takes >> old_names[i].id & 1 && is_name(old_names[i].name, word, length))
      return &option_table[old_names[i].id];
  return NULL;
}

static const struct option *option_lettered(uint64_t takes, char letter) {
  for (unsigned i = 0; i < OPTION_COUNT; i++)
    if (takes >> i & 1 && option_table[i].letter && option_table[i].letter == letter)
      return &option_table[i];
  return NULL;
}

/* The option that `word` is, and the argument that is part of it (NULL: none). */
static const struct option *option_of(uint64_t takes, const char *word, const char **attached) {
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

static bool no_option(uint64_t takes, const char *word, struct diagnostic *error) {
  const char *name = word + strspn(word, "-");
  struct nearest nearest = { name, strcspn(name, "="), NULL, 0 };
  for (unsigned i = 0; i < OPTION_COUNT; i++)
    if (takes >> i & 1) text_offer(&nearest, option_table[i].name);
  if (is_name("judy", nearest.word, nearest.length))
    return diagnostic_plain(error, "--judy was removed: leave it out, the default set is exact");
  if (nearest.name)
    return diagnostic_plain(error, "unknown option %s; did you mean --%s?", word, nearest.name);
  return diagnostic_plain(error, "unknown option %s", word);
}

bool arguments_parse(struct arguments *arguments, uint64_t takes, int count, char **argv,
                     struct diagnostic *error) {
  bool only_paths = false;
  for (int i = 0; i < count; i++) {
    if (only_paths || argv[i][0] != '-' || !argv[i][1]) {
      vector_push(arguments->paths, argv[i]);
    } else if (text_equal(argv[i], "--")) {
      only_paths = true;
    } else {
      const char *text;
      const struct option *option = option_of(takes, argv[i], &text);
      if (!option) return no_option(takes, argv[i], error);
      if (!option->argument && text)
        return diagnostic_plain(error, "--%s takes no argument", option->name);
      if (option->argument && !text && ++i == count)
        return diagnostic_plain(error, "--%s needs an argument, %s", option->name,
                                option->argument);
      if (option->argument && !text) text = argv[i];
      if (!store(arguments, option, text, error)) return false;
    }
  }
  return true;
}

void arguments_clear(struct arguments *arguments) {
  vector_free(arguments->paths);
  vector_free(arguments->models);
  vector_free(arguments->memory_models);
  vector_free(arguments->assignments);
  vector_free(arguments->cat_variants);
}
