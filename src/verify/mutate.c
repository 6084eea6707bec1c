/* Mutants against probes.
 *
 * Each mutant is a job: it is tried on the probes in order, cheapest first, and only on those in which its row fired
 * (a negated guard: in which its guard was asked).  The first probe that notices ends it.  A row that fires in no probe
 * cannot be tried at all; its mutants survive, and somebody has to say why.
 *
 * Reductions rest on what a record promises of its table, which a mutant's need not keep.  But every step of a reduced search
 * is a step, or several, that the machine can take: evictions that are put off until the next event of their line (lazy), that
 * answer to nobody yet (deferred), of lines nobody will ask for (forgotten); and what is left out is only left out.  So what
 * breaks there is broken, and a mutant that is killed with reductions, which is most of them, is killed.  Two verdicts are about
 * what is missing, and are asked again without reductions: a deadlock (an eviction that was put off may be the way out), and
 * that no run ends.  Who survives has to survive those probes, too, that are searched without reductions from the start. */
#include "verify/mutate.h"

#include <string.h>
#include "base/memory.h"
#include "base/vector.h"
#include "verify/probe.h"

/* A fault may open a state space that has no end within reason; so much more than what the probe has without it. */
enum { MUTANT_MEMORY_MAX = 128 << 20, MUTANT_BYTES_A_STATE = 1024 };

struct culling {
  struct mutation *mutation;
  const struct probes *probes;
  const struct effort *effort;
};

/* --- one mutant on one probe --- */

struct glimpse {
  enum { SEES_NOTHING, SEES_DIFFERENCE, SEES_FAULT, SEES_NO_START, SEES_LITTLE } what;
  bool endless;
  enum property property;
  unsigned steps;
  char *fault;
};

static struct search_options limits_on(const struct probe *probe, const struct effort *effort) {
  struct search_options limits = effort_search(effort, 1, effort->threads);
  uint64_t most = MUTANT_MEMORY_MAX + probe->sight.states * MUTANT_BYTES_A_STATE;
  if (limits.memory_max > most) limits.memory_max = most;
  limits.model_memory = false; /* a bound of states, whatever else runs */
  limits.stop_at = probe->stop_at;
  return limits;
}

static struct glimpse judge_search(const struct probe *probe, const struct machine *machine, const struct search_result *result,
                                   bool same_reductions) {
  if (result->trace)
    return (struct glimpse){ SEES_FAULT, .property = (enum property)result->trace->property, .steps = result->trace->length };
  if (result->end != SEARCH_COMPLETE) return (struct glimpse){ SEES_LITTLE };
  struct sight sight = sight_of(probe, machine, result);
  if (probe->ends && !sight.outcomes) return (struct glimpse){ SEES_FAULT, .endless = true };
  bool same = !same_reductions || sight_equal(sight, probe->sight);
  return (struct glimpse){ same ? SEES_NOTHING : SEES_DIFFERENCE };
}

static struct glimpse look(const struct probe *probe, const struct mutant *mutant, const struct effort *effort, bool reduced) {
  struct subject subject = probe->subject;
  struct diagnostic error = { NULL };
  subject.options.mutant = mutant;
  subject.options.reduce_mutant = reduced;
  struct machine *machine = subject_machine(&subject, &error);
  if (!machine)
    return (struct glimpse){ SEES_NO_START, .fault = error.message ? error.message : memory_format("it cannot be built") };
  if (probe->allowed) machine_forbid(machine, probe->allowed);
  struct search_options limits = limits_on(probe, effort);
  struct search_result result = machine_search(machine, &limits);
  struct glimpse glimpse = judge_search(probe, machine, &result, reduced == !probe->subject.options.no_reduction);
  search_result_clear(&result);
  machine_free(machine);
  return glimpse;
}

static bool is_doubtful(const struct glimpse *glimpse) {
  return glimpse->what == SEES_FAULT && (glimpse->endless || glimpse->property == PROPERTY_DEADLOCK);
}

/* Tries the mutant on one probe; true when that settles its fate. */
static bool try_on(struct mutant_fate *fate, const struct probe *probe, const struct effort *effort) {
  bool reduced = !probe->subject.options.no_reduction;
  struct glimpse glimpse = look(probe, &fate->mutant, effort, reduced);
  if (reduced && is_doubtful(&glimpse)) {
    glimpse = look(probe, &fate->mutant, effort, false);
    if (glimpse.what == SEES_NOTHING) glimpse.what = SEES_DIFFERENCE;
  }
  if (fate->left == ROW_NEVER_FIRES) fate->left = NO_DIFFERENCE;
  if (glimpse.what == SEES_DIFFERENCE || glimpse.what == SEES_LITTLE) fate->left = DIFFERENCE;
  fate->open |= glimpse.what == SEES_LITTLE;
  if (glimpse.what != SEES_FAULT && glimpse.what != SEES_NO_START) return false;
  fate->killer = glimpse.what == SEES_NO_START ? KILLED_AT_START : probe->test ? KILLED_BY_TEST : KILLED_BY_PROOF;
  fate->setting = probe->subject.setting;
  fate->test = probe->test;
  fate->property = glimpse.property;
  fate->steps = glimpse.steps;
  fate->endless = glimpse.endless;
  fate->fault = glimpse.fault;
  fate->open = false;
  return true;
}

static void cull(void *context, uint64_t index) {
  struct culling *culling = context;
  struct mutant_fate *fate = &culling->mutation->fates[index];
  for (unsigned i = 0; i < culling->probes->count; i++) {
    const struct probe *probe = &culling->probes->items[i];
    if (probe_may_notice(probe, &fate->mutant) && try_on(fate, probe, culling->effort)) return;
  }
}

/* --- reasons --- */

static void find_reasons(struct mutation *mutation, bool whole) {
  mutation->reasons = survivors_read(mutation->setting.system);
  mutation->reasons.whole = whole;
  for (unsigned i = 0; i < mutation->count; i++) {
    struct mutant_fate *fate = &mutation->fates[i];
    fate->reason = survivors_reason(&mutation->reasons, fate->text, fate->killer == SURVIVED);
  }
}

/* Is nothing left out or put in? */
static bool is_whole(const struct effort *effort) {
  const struct machine_options *options = &effort->machine;
  return !options->cold && !options->no_evictions && !options->no_reduction && !options->no_symmetry && !options->together &&
         !options->capacity && !effort->layouts;
}

bool mutation_run(const struct setting *setting, const struct suite *suite, bool all, const struct effort *effort,
                  struct mutation *mutation, struct diagnostic *error) {
  struct probes probes;
  if (!probes_make(setting, suite, all, effort, &probes, error)) return false;
  *mutation = (struct mutation){ .setting = *setting, .count = mutant_count(setting->system) };
  mutation->fates = memory_new(mutation->count, sizeof *mutation->fates);
  for (unsigned i = 0; i < mutation->count; i++) {
    mutation->fates[i].mutant = mutant_at(setting->system, i);
    mutation->fates[i].text = mutant_text(setting->system, &mutation->fates[i].mutant);
  }
  struct culling culling = { mutation, &probes, effort };
  effort_each(effort, mutation->count, cull, &culling);
  find_reasons(mutation, !all && setting_is_plain(setting) && is_whole(effort));
  probes_clear(&probes);
  return true;
}

void mutation_clear(struct mutation *mutation) {
  for (unsigned i = 0; i < mutation->count; i++) {
    memory_free(mutation->fates[i].text);
    memory_free(mutation->fates[i].fault);
  }
  memory_free(mutation->fates);
  survivors_clear(&mutation->reasons);
  *mutation = (struct mutation){ 0 };
}

struct mutation_totals mutation_totals(const struct mutation *mutation) {
  struct mutation_totals totals = { { 0 }, { 0 }, 0, 0 };
  for (unsigned i = 0; i < mutation->count; i++) {
    const struct mutant_fate *fate = &mutation->fates[i];
    totals.killed[fate->killer]++;
    totals.left[fate->left] += fate->killer == SURVIVED;
    totals.open += fate->open && !fate->reason;
    totals.unexplained += fate->killer == SURVIVED && !fate->open && !fate->reason;
  }
  return totals;
}

int mutation_status(const struct mutation *mutation) {
  struct mutation_totals totals = mutation_totals(mutation);
  return totals.unexplained || survivors_stale(&mutation->reasons) ? 1 : totals.open ? 3 : 0;
}
