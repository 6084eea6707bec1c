/* Mutants against probes.
 *
 * Each mutant is a job: it is tried on the probes in order, cheapest first, and only on those in
 * which its row fired (a negated guard: in which its guard was asked).  The first probe that
 * notices ends it.  A row that fires in no probe cannot be tried at all; its mutants survive.  A
 * survivor is asked for progress, too.  Then somebody has to say why it may survive; until somebody
 * does, it is tried on what was left out as too much, up to a number of states, first in the
 * settings in which it was seen to differ; and where something was seen of it with reductions, and
 * the search without went beyond its bounds, that one is given room.
 *
 * Reductions rest on what a record promises of its table, which a mutant's need not keep.  But
 * every step of a reduced search is a step, or several, that the machine can take: evictions that
 * are put off until the next event of their line (lazy), that answer to nobody yet (deferred), of
 * lines nobody will ask for (forgotten); and what is left out is only left out.  So what breaks
 * there is broken, and a mutant that is killed with reductions, which is most of them, is killed.
 * Some verdicts are asked again without reductions: a deadlock (an eviction that was put off may be
 * the way out), that no run ends, for these are about what is missing; and all that is seen of a
 * system whose controllers forget what no row of theirs will ask for (controller_kind.forget),
 * since a mutant's rows may ask for it.  Who survives has to survive those probes, too, that are
 * searched without reductions from the start. */
#include "mutation/mutation.h"

#include <string.h>
#include "base/memory.h"
#include "base/vector.h"
#include "mutation/probe_list.h"
#include "mutation/mutation_journal.h"
#include "mutation/probe.h"
#include "mutation/liveness_probe.h"

/* A fault may open a state space that has no end within reason; so much more than what the probe
 * has without it. */
enum {
  MUTANT_MEMORY_MAX = 128 << 20,
  MUTANT_BYTES_A_STATE = 1024,
  MUTANT_STATES_MAX = 20000,
  MUTANT_STATES_A_STATE = 16
};

/* Of the probes that a survivor without a reason is tried on, together; and on so many it is asked
 * for progress. */
enum { SECOND_ROUND_STATES = 5000000, PROBES_FOR_PROGRESS = 24 };

/* Where a fault that was seen is asked again without reductions, with room. */
enum { ROOMY_STATES = 2000000, ROOMY_MEMORY = 1 << 30 };

struct culling {
  struct mutation *mutation;
  const struct probes *probes;
  unsigned first;       /* of the probes: those before it have been tried */
  uint64_t states_max;  /* of those tried, without the fault, together */
  bool roomy;           /* the last chance, for those of which a limit was hit */
  struct fate_log *log; /* of the first round; NULL: none */
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

static struct search_options limits_on(const struct probe *probe, const struct effort *effort,
                                       bool roomy) {
  struct search_options limits = effort_search(effort, 1, effort->threads);
  uint64_t most =
      roomy ? ROOMY_MEMORY : MUTANT_MEMORY_MAX + probe->sight.states * MUTANT_BYTES_A_STATE;
  if (limits.memory_max > most) limits.memory_max = most;
  limits.states_max =
      roomy ? ROOMY_STATES : MUTANT_STATES_MAX + probe->sight.states * MUTANT_STATES_A_STATE;
  limits.model_memory = false; /* a bound of states, whatever else runs */
  limits.stop_at = probe->stop_at;
  return limits;
}

static struct glimpse judge_search(const struct probe *probe, const struct machine *machine,
                                   const struct search_result *result, bool same_reductions) {
  if (result->trace)
    return (struct glimpse){ SEES_FAULT, .property = (enum property)result->trace->property,
                             .steps = result->trace->length };
  if (result->end != SEARCH_COMPLETE) return (struct glimpse){ SEES_LITTLE };
  struct probe_view sight = probe_view_of(probe, machine, result);
  if (probe->ends && !sight.outcomes) return (struct glimpse){ SEES_FAULT, .endless = true };
  bool same = !same_reductions || probe_view_equal(sight, probe->sight);
  return (struct glimpse){ same ? SEES_NOTHING : SEES_DIFFERENCE };
}

static struct glimpse look(const struct probe *probe, const struct mutant *mutant,
                           const struct effort *effort, bool reduced, bool roomy) {
  struct subject subject = probe->subject;
  struct diagnostic error = { NULL };
  subject.options.mutant = mutant;
  subject.options.reduce_mutant = reduced;
  struct machine *machine = subject_machine(&subject, &error);
  if (!machine)
    return (struct glimpse){ SEES_NO_START, .fault = error.message
                                                         ? error.message
                                                         : memory_format("it cannot be built") };
  if (probe->allowed) machine_forbid(machine, probe->allowed);
  struct search_options limits = limits_on(probe, effort, roomy);
  struct search_result result = machine_search(machine, &limits);
  struct glimpse glimpse =
      judge_search(probe, machine, &result, reduced == !probe->subject.options.no_reduction);
  search_result_clear(&result);
  machine_free(machine);
  return glimpse;
}

static bool is_doubtful(const struct probe *probe, const struct glimpse *glimpse) {
  return glimpse->what == SEES_FAULT &&
         (glimpse->endless || glimpse->property == PROPERTY_DEADLOCK ||
          system_forgets(probe->subject.setting.system));
}

/* Tries the mutant on one probe; true when that settles its fate. */
static bool try_on(struct mutant_fate *fate, const struct probe *probe, const struct effort *effort,
                   bool roomy) {
  bool reduced = !probe->subject.options.no_reduction;
  struct glimpse glimpse = look(probe, &fate->mutant, effort, reduced, false);
  if (reduced && is_doubtful(probe, &glimpse)) {
    glimpse = look(probe, &fate->mutant, effort, false, roomy);
    if (glimpse.what == SEES_NOTHING) glimpse.what = SEES_DIFFERENCE;
  }
  if (fate->left == ROW_NEVER_FIRES) fate->left = NO_DIFFERENCE;
  if (glimpse.what == SEES_DIFFERENCE || glimpse.what == SEES_LITTLE) {
    fate->left = DIFFERENCE;
    fate->differs |= 1ull << probe->near;
  }
  fate->open |= glimpse.what == SEES_LITTLE;
  if (glimpse.what != SEES_FAULT && glimpse.what != SEES_NO_START) return false;
  fate->killer = glimpse.what == SEES_NO_START ? KILLED_AT_START
                 : probe->test                 ? KILLED_BY_TEST
                                               : KILLED_BY_PROOF;
  fate->setting = probe->subject.setting;
  fate->test = probe->test;
  fate->property = glimpse.property;
  fate->steps = glimpse.steps;
  fate->endless = glimpse.endless;
  fate->fault = glimpse.fault;
  fate->open = false;
  return true;
}

/* Survived, and nobody has said why that is right. */
static bool is_suspect(const struct mutant_fate *fate) {
  return fate->killer == SURVIVED && !fate->reason;
}

_Static_assert(SETTINGS_NEAR_MAX < 64, "a set of settings is a word");

/* On the probes in these settings (a set of probe.near), as long as `states` is below the bound. */
static void try_in(const struct culling *culling, struct mutant_fate *fate, uint64_t settings,
                   uint64_t *states) {
  for (unsigned i = culling->first;
       i < culling->probes->count && is_suspect(fate) && *states < culling->states_max; i++) {
    const struct probe *probe = &culling->probes->items[i];
    if (!(settings >> probe->near & 1) || !probe_may_notice(probe, &fate->mutant)) continue;
    *states += probe->sight.states;
    fate->probe = i;
    if (try_on(fate, probe, culling->effort, culling->roomy)) return;
  }
}

/* First where it is known to make a difference: an action that does nothing without overflows, say,
 * is tried with them. */
static void try_on_all(const struct culling *culling, struct mutant_fate *fate) {
  uint64_t states = 0, settings = fate->differs;
  try_in(culling, fate, settings, &states);
  try_in(culling, fate, ~settings, &states);
}

static void cull(void *context, uint64_t index) {
  const struct culling *culling = context;
  struct mutant_fate *fate = &culling->mutation->fates[index];
  if (culling->roomy && !fate->open) return;
  if (culling->log && fate_log_recall(culling->log, fate)) return;
  try_on_all(culling, fate);
  if (culling->log && !effort_spent(culling->effort)) fate_log_note(culling->log, fate);
}

/* --- rounds --- */

static bool first_round(struct mutation *mutation, const struct mutation_choice *choice,
                        const struct probes *probes, const struct effort *effort,
                        struct diagnostic *error) {
  bool noted = choice->resume || choice->checkpoint;
  struct fate_log *log =
      noted ? fate_log_open(choice->resume, choice->checkpoint, mutation, probes, error) : NULL;
  struct culling culling = { mutation, probes, 0, UINT64_MAX, false, log, effort };
  if (noted && !log) return false;
  effort_each(effort, mutation->count, cull, &culling);
  return !log || fate_log_close(log) ||
         diagnostic_plain(error, "cannot write all of %s", choice->checkpoint);
}

static void last_round(struct mutation *mutation, const struct probes *probes,
                       const struct effort *effort) {
  struct culling culling = { mutation, probes, 0, SECOND_ROUND_STATES, true, NULL, effort };
  effort_each(effort, mutation->count, cull, &culling);
}

static void find_reasons(struct mutation *mutation, const char *only, bool whole) {
  mutation->reasons = survivors_read(mutation->setting.system);
  mutation->reasons.whole = whole;
  if (only) survivors_narrow(&mutation->reasons, only);
  for (unsigned i = 0; i < mutation->count; i++) {
    struct mutant_fate *fate = &mutation->fates[i];
    fate->reason = survivors_reason(&mutation->reasons, fate->text, fate->killer == SURVIVED);
  }
}

/* Who has no reason, on what was left out in these settings. */
static void try_left_out(struct mutation *mutation, struct probes *probes, uint64_t settings,
                         const struct effort *effort) {
  VECTOR(const struct mutant *) suspects = { NULL };
  for (unsigned i = 0; i < mutation->count; i++)
    if (is_suspect(&mutation->fates[i])) vector_push(suspects, &mutation->fates[i].mutant);
  struct culling culling = { mutation, probes, probes->count, SECOND_ROUND_STATES,
                             false,    NULL,   effort };
  probes_widen(probes, suspects.items, (unsigned)suspects.length, settings, effort);
  effort_each(effort, mutation->count, cull, &culling);
  vector_free(suspects);
}

/* First on what was left out as it was, the setting's own before those near it, which asks for no
 * search without a fault.  Then where some were seen to differ: to search all that was left out
 * costs more than the rest of the command. */
static void second_round(struct mutation *mutation, struct probes *probes,
                         const struct effort *effort) {
  struct probes spare = { .items = probes->spare, .count = probes->spare_count };
  struct culling as_it_was = { mutation, &spare, 0, SECOND_ROUND_STATES, false, NULL, effort };
  uint64_t settings = 0;
  effort_each(effort, mutation->count, cull, &as_it_was);
  for (unsigned i = 0; i < mutation->count; i++)
    if (is_suspect(&mutation->fates[i])) settings |= mutation->fates[i].differs;
  try_left_out(mutation, probes, settings, effort);
  try_left_out(mutation, probes, ~settings, effort);
}

/* --- progress --- */

struct mutation_asking {
  struct mutation *mutation;
  const struct probes *probes;
  enum progress_level *due; /* by probe */
  bool *wanted;             /* by probe: some survivor may be noticed there */
  const struct effort *effort;
};

/* Calls visit for the first few of the probes that may notice the mutant, until it returns true. */
static void each_asked(struct mutation_asking *asking, struct mutant_fate *fate,
                       bool (*visit)(struct mutation_asking *asking, unsigned probe,
                                     struct mutant_fate *fate)) {
  unsigned asked = 0;
  for (unsigned i = 0; i < asking->probes->count && asked < PROBES_FOR_PROGRESS; i++) {
    const struct probe *probe = &asking->probes->items[i];
    if (probe->subject.options.no_reduction || !probe_may_notice(probe, &fate->mutant)) continue;
    asked++;
    if (visit(asking, i, fate)) return;
  }
}

static bool want(struct mutation_asking *asking, unsigned probe, struct mutant_fate *fate) {
  (void)fate;
  asking->wanted[probe] = true;
  return false;
}

static void find_due(void *context, uint64_t probe) {
  struct mutation_asking *asking = context;
  if (asking->wanted[probe])
    asking->due[probe] = standstill_due(&asking->probes->items[probe], asking->effort);
}

static bool is_stuck(struct mutation_asking *asking, unsigned i, struct mutant_fate *fate) {
  const struct probe *probe = &asking->probes->items[i];
  if (!standstill_seen(probe, asking->due[i], &fate->mutant, asking->effort, &fate->progress))
    return false;
  fate->killer = probe->test ? KILLED_BY_TEST : KILLED_BY_PROOF;
  fate->setting = probe->subject.setting;
  fate->test = probe->test;
  fate->stuck = true;
  fate->open = false;
  return true;
}

static void ask_for_progress(void *context, uint64_t index) {
  struct mutation_asking *asking = context;
  struct mutant_fate *fate = &asking->mutation->fates[index];
  if (fate->killer == SURVIVED) each_asked(asking, fate, is_stuck);
}

/* Who breaks nothing may yet leave a thread waiting for ever; no reason excuses that. */
static void ask_survivors(struct mutation *mutation, const struct probes *probes,
                          const struct effort *effort) {
  struct mutation_asking asking = { mutation, probes, memory_new(probes->count, sizeof *asking.due),
                                    memory_new(probes->count, sizeof *asking.wanted), effort };
  for (unsigned i = 0; i < mutation->count; i++)
    if (mutation->fates[i].killer == SURVIVED) each_asked(&asking, &mutation->fates[i], want);
  effort_each(effort, probes->count, find_due, &asking);
  effort_each(effort, mutation->count, ask_for_progress, &asking);
  memory_free(asking.due);
  memory_free(asking.wanted);
}

/* --- all of them --- */

/* Is nothing left out or put in? */
static bool is_whole(const struct mutation_choice *choice, const struct setting *setting,
                     const struct effort *effort) {
  const struct machine_options *options = &effort->machine;
  return !choice->all_tests && !choice->only && setting_is_plain(setting) && !options->cold &&
         !options->no_evictions && !options->no_reduction && !options->no_symmetry &&
         !options->together && !options->capacity && !effort->layouts;
}

static void choose(struct mutation *mutation, const struct mutation_choice *choice) {
  unsigned count = mutant_count(mutation->setting.system);
  mutation->fates = memory_new(count, sizeof *mutation->fates);
  for (unsigned i = 0; i < count; i++) {
    struct mutant mutant = mutant_at(mutation->setting.system, i);
    char *text = mutant_text(mutation->setting.system, &mutant);
    if (choice->only && !survivors_mutant_is_among(text, choice->only)) memory_free(text);
    else
      mutation->fates[mutation->count++] = (struct mutant_fate){ .mutant = mutant, .text = text };
  }
}

bool mutation_run(const struct setting *setting, const struct suite *suite,
                  const struct mutation_choice *choice, const struct effort *effort,
                  struct mutation *mutation, struct diagnostic *error) {
  struct probes probes;
  if (!probes_make(setting, suite, choice->all_tests, effort, &probes, error)) return false;
  *mutation = (struct mutation){ .setting = *setting, .clients = choice->clients };
  choose(mutation, choice);
  if (!first_round(mutation, choice, &probes, effort, error)) {
    mutation_clear(mutation);
    probes_clear(&probes);
    return false;
  }
  ask_survivors(mutation, &probes, effort);
  if (!mutation->clients) {
    find_reasons(mutation, choice->only, is_whole(choice, setting, effort));
    second_round(mutation, &probes, effort);
  }
  last_round(mutation, &probes, effort);
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
  struct mutation_totals totals = { { 0 }, { 0 }, 0, 0, 0, 0 };
  for (unsigned i = 0; i < mutation->count; i++) {
    const struct mutant_fate *fate = &mutation->fates[i];
    totals.killed[fate->killer]++;
    totals.left[fate->left] += fate->killer == SURVIVED;
    totals.open += fate->open && !fate->reason;
    totals.unexplained +=
        fate->killer == SURVIVED && !fate->open && !fate->reason && !mutation->clients;
    if (fate->killer != SURVIVED || !fate->reason) continue;
    bool elsewhere = survivors_reason_is_another_killer(fate->reason);
    totals.elsewhere += elsewhere;
    totals.argued += fate->open && !elsewhere;
  }
  return totals;
}

int mutation_status(const struct mutation *mutation) {
  struct mutation_totals totals = mutation_totals(mutation);
  return totals.unexplained || survivors_stale(&mutation->reasons) ? 1 : totals.open ? 3 : 0;
}
