/* herd7's log format, as its release 7.58 prints it, so that tools which read and compare herd's
 * logs read ours.
 *
 *   Test MP Allowed
 *   States 3
 *   1:r0=0; 1:r1=0;
 *   ...
 *   No
 *   Witnesses
 *   Positive: 0 Negative: 3
 *   Flag data-race
 *   Condition exists (1:r0=1 /\ 1:r1=0)
 *   Observation MP Never 0 3
 *   Time MP 0.00
 *   Hash=...
 *
 * Under Witnesses, positive sightings agree with the test's proposition, so ~exists exchanges the
 * two numbers.  Under Observation they meet the condition.  herd's flag "*undef*" turns Ok and No
 * into Undef.  A loop that was cut at its bound puts "Loop" before the result.  Where outcomes may
 * be missing, Never and Always become Unknown; herd7 says Never all the same.
 *
 * Cells that only the filter names are not shown, and outcomes that differ only in them are one
 * state.  The hash is ours: of the program as printed, without its name and header. */
#include "litmus/herd_log.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"
#include "litmus/printer.h"

/* "v={3,2};" */
static void add_array(struct text *out, const struct program *program, unsigned first,
                      unsigned cells, const int64_t *outcome) {
  const struct observable *array = &program->observables[first];
  observable_array_name(out, program, array);
  text_add(out, "={");
  for (unsigned i = 0; i < cells; i++) {
    text_add(out, "%s", i ? "," : "");
    value_name(out, program, array->type, outcome[first + i]);
  }
  text_add(out, "};");
}

static void add_outcome(struct text *out, const struct program *program, const int64_t *outcome,
                        bool all) {
  size_t start = out->length;
  for (unsigned i = 0, cells; i < program->observable_count; i += cells ? cells : 1) {
    const struct observable *cell = &program->observables[i];
    cells = observable_array(program, i);
    if (cell->hidden && !all) continue;
    text_add(out, "%s", out->length > start ? " " : "");
    if (cells) {
      add_array(out, program, i, cells, outcome);
      continue;
    }
    observable_name(out, program, cell, "");
    text_add(out, "=");
    value_name(out, program, cell->type, outcome[i]);
    text_add(out, ";");
  }
}

static void put(FILE *out, struct text *text) {
  if (text->length) fwrite(text->bytes, 1, text->length, out);
  text_free(text);
}

void outcome_print(FILE *out, const struct program *program, const int64_t *outcome) {
  struct text text = { 0 };
  add_outcome(&text, program, outcome, true);
  put(out, &text);
}

void condition_print(FILE *out, const struct program *program, const struct condition *condition) {
  struct text text = { 0 };
  condition_write(&text, program, condition, FORM_HERD);
  put(out, &text);
}

void proposition_print(FILE *out, const struct program *program) {
  static const char *const words[] = { "exists", "~exists", "forall" };
  fprintf(out, "%s (", words[program->quantifier]);
  condition_print(out, program, program->condition);
  fputc(')', out);
}

/* The states of a log: outcomes with 0 in hidden cells, so that they do not differ in these. */
struct log_states {
  FILE *out;
  const struct program *program;
  struct outcome_set *shown;
};

static void show_outcome(void *context, const int64_t *outcome, uint64_t times) {
  const struct log_states *states = context;
  const struct program *program = states->program;
  int64_t *shown = memory_new(program->observable_count + 1, sizeof *shown);
  for (unsigned i = 0; i < program->observable_count; i++)
    shown[i] = program->observables[i].hidden ? 0 : outcome[i];
  outcome_set_add(states->shown, shown, times);
  memory_free(shown);
}

static void print_state(void *context, const int64_t *outcome, uint64_t times) {
  const struct log_states *states = context;
  struct text text = { 0 };
  (void)times;
  add_outcome(&text, states->program, outcome, false);
  text_add(&text, "\n");
  put(states->out, &text);
}

static void print_states(FILE *out, const struct program *program, const struct outcome_set *set) {
  struct log_states states = { out, program, outcome_set_new(program->observable_count) };
  outcome_set_each(set, show_outcome, &states);
  fprintf(out, "States %llu\n", (unsigned long long)outcome_set_size(states.shown));
  outcome_set_each(states.shown, print_state, &states);
  outcome_set_free(states.shown);
}

/* Two halves: the text's hash, and that of the text with its final NUL. */
static void print_hash(FILE *out, const struct program *program) {
  struct text text = { 0 };
  program_write_body(&text, program);
  fprintf(out, "Hash=%016llx%016llx\n", (unsigned long long)hash_bytes(text.bytes, text.length),
          (unsigned long long)hash_bytes(text.bytes, text.length + 1));
  text_free(&text);
}

static const char *result(const struct program *program, struct tally tally,
                          const char *const *flags) {
  for (; flags && *flags; flags++)
    if (text_equal(*flags, "*undef*")) return "Undef";
  return proposition_holds(program->quantifier, tally) ? "Ok" : "No";
}

static const char *observed(struct tally tally, enum missing missing) {
  enum observation observation = outcome_observation(tally);
  return missing && observation != OBSERVED_SOMETIMES ? "Unknown" : observation_name(observation);
}

void outcome_log(FILE *out, const struct program *program, const struct outcome_set *set,
                 const char *const *flags, enum missing missing, double seconds) {
  static const char *const kinds[] = { "Allowed", "Forbidden", "Required" };
  struct tally tally = outcome_tally(program, set);
  bool turned = program->quantifier == QUANTIFIER_NOT_EXISTS;
  fprintf(out, "Test %s %s\n", program->name, kinds[program->quantifier]);
  print_states(out, program, set);
  fprintf(out, "%s%s\nWitnesses\n", missing == MISSING_BY_BOUND ? "Loop " : "",
          result(program, tally, flags));
  fprintf(out, "Positive: %llu Negative: %llu\n",
          (unsigned long long)(turned ? tally.negative : tally.positive),
          (unsigned long long)(turned ? tally.positive : tally.negative));
  for (const char *const *flag = flags; flag && *flag; flag++) fprintf(out, "Flag %s\n", *flag);
  fprintf(out, "Condition ");
  proposition_print(out, program);
  fprintf(out, "\nObservation %s %s %llu %llu\n", program->name, observed(tally, missing),
          (unsigned long long)tally.positive, (unsigned long long)tally.negative);
  fprintf(out, "Time %s %.2f\n", program->name, seconds);
  print_hash(out, program);
  fputc('\n', out);
}
