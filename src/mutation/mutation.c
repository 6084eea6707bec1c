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
#include "mutation/trial.h"
#include "mutation/liveness_probe.h"
#include "mutation/probe_selection.h"
#include "run/jobs.h"
#include "mutation/probe.h"

/* Of the probes that a survivor without a reason is tried on, together; and on so many it is asked
 * for progress. */
enum { SECOND_ROUND_STATES = 5000000 };

struct mutation_round {
  struct mutation *mutation;
  const struct probes *probes;
  unsigned first;               /* of the probes: those before it have been tried */
  uint64_t states_max;          /* of those tried, without the fault, together */
  bool roomy;                   /* the last chance, for those of which a limit was hit */
  struct mutation_journal *log; /* of the first round; NULL: none */
  const struct effort *effort;
};

/* --- one mutant on one probe --- */

/* Survived, and nobody has said why that is right. */
static bool is_suspect(const struct mutant_result *result) {
  return result->killer == SURVIVED && !result->reason;
}

_Static_assert(NEARBY_SETTINGS_MAX < 64, "a set of settings is a word");

/* On the probes in these settings (a set of probe.near), as long as `states` is below the bound. */
static void try_in(const struct mutation_round *mutation_round, struct mutant_result *result,
                   uint64_t settings, uint64_t *states) {
  for (unsigned i = mutation_round->first;
       i < mutation_round->probes->count && is_suspect(result) &&
       *states < mutation_round->states_max;
       i++) {
    const struct probe *probe = &mutation_round->probes->items[i];
    if (!(settings >> probe->near & 1) || !probe_may_notice(probe, &result->mutant)) continue;
    *states += probe->baseline.states;
    result->probe = i;
    if (trial_run(result, probe, mutation_round->effort, mutation_round->roomy)) return;
  }
}

/* First where it is known to make a difference: an action that does nothing without overflows, say,
 * is tried with them. */
static void try_on_all(const struct mutation_round *mutation_round, struct mutant_result *result) {
  uint64_t states = 0, settings = result->differs;
  try_in(mutation_round, result, settings, &states);
  try_in(mutation_round, result, ~settings, &states);
}

static void try_mutant(void *context, uint64_t index) {
  const struct mutation_round *mutation_round = context;
  struct mutant_result *result = &mutation_round->mutation->results[index];
  if (mutation_round->roomy && !result->open) return;
  if (mutation_round->log && mutation_journal_find(mutation_round->log, result)) return;
  try_on_all(mutation_round, result);
  if (mutation_round->log && !effort_spent(mutation_round->effort))
    mutation_journal_add(mutation_round->log, result);
}

/* --- rounds --- */

static bool first_round(struct mutation *mutation, const struct mutation_choice *choice,
                        const struct probes *probes, const struct effort *effort,
                        struct diagnostic *error) {
  bool noted = choice->resume || choice->checkpoint;
  struct mutation_journal *log =
      noted ? mutation_journal_open(choice->resume, choice->checkpoint, mutation, probes, error)
            : NULL;
  struct mutation_round mutation_round = { mutation, probes, 0, UINT64_MAX, false, log, effort };
  if (noted && !log) return false;
  jobs_each(effort, mutation->count, try_mutant, &mutation_round);
  return !log || mutation_journal_close(log) ||
         diagnostic_plain(error, "cannot write all of %s", choice->checkpoint);
}

static void last_round(struct mutation *mutation, const struct probes *probes,
                       const struct effort *effort) {
  struct mutation_round mutation_round = { mutation, probes, 0,     SECOND_ROUND_STATES,
                                           true,     NULL,   effort };
  jobs_each(effort, mutation->count, try_mutant, &mutation_round);
}

static void find_reasons(struct mutation *mutation, const char *only, bool whole) {
  mutation->reasons = survivors_read(mutation->setting.system);
  mutation->reasons.whole = whole;
  if (only) survivors_narrow(&mutation->reasons, only);
  for (unsigned i = 0; i < mutation->count; i++) {
    struct mutant_result *result = &mutation->results[i];
    result->reason = survivors_reason(&mutation->reasons, result->text, result->killer == SURVIVED);
  }
}

/* Who has no reason, on what was left out in these settings. */
static void try_left_out(struct mutation *mutation, struct probes *probes, uint64_t settings,
                         const struct effort *effort) {
  VECTOR(const struct mutant *) suspects = { NULL };
  for (unsigned i = 0; i < mutation->count; i++)
    if (is_suspect(&mutation->results[i])) vector_push(suspects, &mutation->results[i].mutant);
  struct mutation_round mutation_round = { mutation, probes, probes->count, SECOND_ROUND_STATES,
                                           false,    NULL,   effort };
  probes_widen(probes, suspects.items, (unsigned)suspects.length, settings, effort);
  jobs_each(effort, mutation->count, try_mutant, &mutation_round);
  vector_free(suspects);
}

/* First on what was left out as it was, the setting's own before those near it, which asks for no
 * search without a fault.  Then where some were seen to differ: to search all that was left out
 * costs more than the rest of the command. */
static void second_round(struct mutation *mutation, struct probes *probes,
                         const struct effort *effort) {
  struct probes spare = { .items = probes->spare, .count = probes->spare_count };
  struct mutation_round as_it_was = {
    mutation, &spare, 0, SECOND_ROUND_STATES, false, NULL, effort
  };
  uint64_t settings = 0;
  jobs_each(effort, mutation->count, try_mutant, &as_it_was);
  for (unsigned i = 0; i < mutation->count; i++)
    if (is_suspect(&mutation->results[i])) settings |= mutation->results[i].differs;
  try_left_out(mutation, probes, settings, effort);
  try_left_out(mutation, probes, ~settings, effort);
}

/* --- progress --- */

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
  mutation->results = memory_new(count, sizeof *mutation->results);
  for (unsigned i = 0; i < count; i++) {
    struct mutant mutant = mutant_at(mutation->setting.system, i);
    char *text = mutant_text(mutation->setting.system, &mutant);
    if (choice->only && !survivors_mutant_is_among(text, choice->only)) memory_free(text);
    else
      mutation->results[mutation->count++] =
          (struct mutant_result){ .mutant = mutant, .text = text };
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
  liveness_probe_survivors(mutation, &probes, effort);
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
    memory_free(mutation->results[i].text);
    memory_free(mutation->results[i].fault);
  }
  memory_free(mutation->results);
  survivors_clear(&mutation->reasons);
  *mutation = (struct mutation){ 0 };
}

struct mutation_totals mutation_totals(const struct mutation *mutation) {
  struct mutation_totals totals = { { 0 }, { 0 }, 0, 0, 0, 0 };
  for (unsigned i = 0; i < mutation->count; i++) {
    const struct mutant_result *result = &mutation->results[i];
    totals.killed[result->killer]++;
    totals.survival[result->survival] += result->killer == SURVIVED;
    totals.open += result->open && !result->reason;
    totals.unexplained +=
        result->killer == SURVIVED && !result->open && !result->reason && !mutation->clients;
    if (result->killer != SURVIVED || !result->reason) continue;
    bool elsewhere = survivors_reason_is_another_killer(result->reason);
    totals.elsewhere += elsewhere;
    totals.argued += result->open && !elsewhere;
  }
  return totals;
}

int mutation_status(const struct mutation *mutation) {
  struct mutation_totals totals = mutation_totals(mutation);
  return totals.unexplained || survivors_stale(&mutation->reasons) ? 1 : totals.open ? 3 : 0;
}
