/* One machine: built, searched, and searched again for the shortest way to what was found. */
#include "run/subject.h"

#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"

struct machine *subject_machine(const struct subject *subject, struct diagnostic *error) {
  if (subject->program)
    return machine_new(&subject->setting, subject->program, &subject->placement, &subject->options,
                       error);
  return machine_new_client(&subject->setting, &subject->client, &subject->options, error);
}

unsigned subject_reductions_off(const struct machine_options *options,
                                const char *names[REDUCTIONS]) {
  const struct {
    bool off;
    const char *name;
  } all[REDUCTIONS] = {
    { options->no_symmetry, "symmetry" },
    { options->no_deferred_evictions, "deferred evictions" },
    { options->no_dead_values, "dead-value elimination" },
    { options->no_ample, "ample sets" },
  };
  unsigned count = 0;
  for (unsigned i = 0; i < REDUCTIONS; i++)
    if (all[i].off) names[count++] = all[i].name;
  return count;
}

void subject_reductions_print(FILE *out, const struct machine_options *options, unsigned lines) {
  const char *names[REDUCTIONS];
  if (options->no_reduction) {
    fputs("no reductions", out);
    return;
  }
  fputs("reductions", out);
  for (unsigned i = 0, off = subject_reductions_off(options, names); i < off; i++)
    fprintf(out, "%s%s", i ? " or " : " without ", names[i]);
  if (options->together && lines > 1) fputs(", all addresses together", out);
}

struct placement_list {
  struct placement *items;
  size_t length, room;
  unsigned index; /* of a GPM in its GPU, that has to be in use; 0 always is */
};

/* Is something at this index of some GPU? */
static bool uses(const struct placement *placement, unsigned index) {
  unsigned gpms = placement->topology.gpms;
  for (unsigned sm = 0; sm < placement->sms; sm++)
    if (placement->gpm_of_sm[sm] % gpms == index) return true;
  for (unsigned line = 0; line < placement->lines; line++)
    if (placement->home_of_line[line] % gpms == index) return true;
  return false;
}

static bool add_placement(void *context, const struct placement *placement) {
  struct placement_list *list = context;
  if (!list->index || uses(placement, list->index)) vector_push(*list, *placement);
  return true;
}

/* Keeps `most` of them at equal distances, of which the first is one: those after each other are
 * much alike. */
static void thin_out(struct placements *placements, unsigned most) {
  if (!most || placements->count <= most) return;
  for (unsigned i = 0; i < most; i++)
    placements->items[i] = placements->items[(size_t)i * placements->count / most];
  placements->count = most;
  placements->curtailed = true;
}

bool placements_list(const struct setting *setting, const struct program *program,
                     const struct effort *effort, struct placements *placements,
                     struct diagnostic *error) {
  struct placement_list list = { 0 };
  struct placement_options options = { .banks = effort->layouts && setting->system->banks_matter,
                                       .warps = setting->system->sm_is_warp,
                                       .shared_lines = effort->layouts,
                                       .topology = setting->system->topology };
  if (effort->wider)
    list.index =
        options.topology.gpms++; /* indices are numbered by first use: it is used only if all are */
  bool placed = placements_each(program, &options, add_placement, &list) && list.length;
  *placements = (struct placements){ list.items, (unsigned)list.length, false };
  thin_out(placements, effort->quick_placements);
  if (placed) return true;
  memory_free(list.items);
  *placements = (struct placements){ 0 };
  return diagnostic_plain(
      error,
      "%s cannot be placed on a machine: of %u %s and %u %s; a machine takes at most %u threads "
      "and %u "
      "locations (`allow` takes more)",
      program->name, program->thread_count,
      text_numbered(program->thread_count, "thread", "threads"), program->location_count,
      text_numbered(program->location_count, "location", "locations"), CORES_MAX, LINES_MAX);
}

struct reached *subject_reach(struct machine *machine, const struct search_options *options) {
  struct reached *reached = memory_new(1, sizeof *reached);
  struct search_result result = machine_search(machine, options);
  *reached = (struct reached){ .everything = machine_outcomes(machine),
                               .end = result.end,
                               .states = result.states,
                               .transitions = result.transitions,
                               .broken = result.broken,
                               .depth = result.depth,
                               .blocked = result.blocked,
                               .bytes = result.bytes };
  bool wrong = result.broken & (CLAIM(PROPERTY_NEVER) | CLAIM(PROPERTY_OVERFLOW));
  if (wrong && !machine_may_be_wrong(machine)) reached->named = machine_least_fault(machine);
  search_result_clear(&result);
  return reached;
}

void reached_free(struct reached *reached) {
  if (!reached) return;
  outcome_set_free(reached->everything);
  memory_free(reached->fault);
  memory_free(reached->named);
  memory_free(reached);
}

bool reached_all(const struct reached *reached) {
  return !reached->fault && reached->end == SEARCH_COMPLETE;
}

bool reached_bounded(const struct reached *reached) {
  return !reached->fault && reached->end == SEARCH_OUT_OF_STATES && reached->curtailed;
}

struct took reached_took(const struct reached *reached) {
  return (struct took){ .searches = 1,
                        .states = reached->states,
                        .transitions = reached->transitions,
                        .depth = reached->depth,
                        .made = reached->told ? 0 : reached->states,
                        .bytes = reached->bytes,
                        .held = reached->states };
}

bool subject_lacks_transactions(const struct setting *setting, const struct program *program) {
  return program && program_has_transactions(program) && !setting->system->transactions.begin;
}

struct sieve {
  struct outcome_set *set;
  const struct program *program;
};

static void sift(void *context, const int64_t *outcome, uint64_t times) {
  struct sieve *sieve = context;
  if (sieve->program->filter && !condition_holds(sieve->program->filter, outcome)) return;
  outcome_set_add(sieve->set, outcome, times);
}

void subject_add_observed(struct outcome_set *set, const struct program *program,
                          const struct outcome_set *everything) {
  struct outcome_set *observed = machine_outcomes_observed(program, everything);
  outcome_set_each(observed, sift, &(struct sieve){ set, program });
  outcome_set_free(observed);
}

struct counterexample *counterexample_find(const struct subject *subject,
                                           const struct search_options *options, uint64_t stop_at,
                                           const struct outcome_set *allowed,
                                           const struct condition *seek, enum search_end *end) {
  struct diagnostic error = { NULL };
  struct machine *machine = subject_machine(subject, &error);
  diagnostic_clear(&error);
  if (end) *end = SEARCH_COMPLETE;
  if (!machine) return NULL;
  if (allowed) machine_forbid(machine, allowed);
  if (seek) machine_seek(machine, seek, false);
  struct search_options stopping = *options;
  stopping.stop_at = stop_at;
  struct search_result result = machine_search(machine, &stopping);
  struct trace *trace = result.trace;
  result.trace = NULL;
  if (end) *end = result.end;
  search_result_clear(&result);
  if (!trace) {
    machine_free(machine);
    return NULL;
  }
  struct counterexample *found = memory_new(1, sizeof *found);
  *found = (struct counterexample){ *subject, machine, trace };
  return found;
}

char *standstill_find(const struct subject *subject, const struct search_options *options) {
  struct diagnostic error = { NULL };
  struct machine *machine = subject_machine(subject, &error);
  diagnostic_clear(&error);
  if (!machine) return NULL;
  machine_seek_standstill(machine);
  struct search_options stopping = *options;
  stopping.stop_at = CLAIM(PROPERTY_WITNESS);
  struct search_result result = machine_search(machine, &stopping);
  const struct trace *trace = result.trace;
  char *waits =
      trace ? machine_waits(machine, trace->states + (size_t)trace->length * trace->width) : NULL;
  search_result_clear(&result);
  machine_free(machine);
  return waits;
}

char *counterexample_fault(const struct counterexample *counterexample) {
  if (!counterexample || machine_may_be_wrong(counterexample->machine)) return NULL;
  if (!(BROKEN_BY_FAULT >> counterexample->trace->property & 1)) return NULL;
  return machine_fault(counterexample->machine, counterexample->trace);
}

void counterexample_free(struct counterexample *counterexample) {
  if (!counterexample) return;
  trace_free(counterexample->trace);
  machine_free(counterexample->machine);
  outcome_set_free(counterexample->others);
  memory_free(counterexample);
}
