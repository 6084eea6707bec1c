/* See any_sms_proof.h. */
#include "verify/any_sms_proof.h"

#include "base/memory.h"
#include "engine/machine_search.h"
#include "run/counterexample.h"

/* A search of 3 SMs ends at the level that has so many states. */
enum { STATES_OF_THREE = 1 << 19 };

/* --- the searches --- */

/* Do the views have one address for all whose clock ticks as if by itself (one_address.c)?  Then
 * searches have all addresses, and their views cannot be compared. */
static bool ticks_by_itself(const struct any_sms_proof *proof) {
  return any_sms_machine(proof->any)->reductions.assumes_ticks;
}

static struct subject subject_of(const struct any_sms_proof *proof, unsigned sms) {
  struct subject subject = proof->subject;
  struct client *client = &subject.client;
  client->sms = sms;
  client->threads = sms * proof->threads;
  for (unsigned i = 0; i < client->threads; i++) client->sm_of_thread[i] = i / proof->threads;
  subject.options.together |= ticks_by_itself(proof); /* a violation must be that of a run */
  subject.options.no_ample = true; /* a view must be shown at every level */
  return subject;
}

static uint64_t sought(const struct any_sms_proof *proof) {
  return proof->claimed | setting_losses(&proof->subject.setting);
}

/* Searches so many SMs.  false, with an error: the machine cannot be built. */
static bool search_sms(struct any_sms_proof *proof, unsigned sms, const struct effort *effort,
                       struct diagnostic *error) {
  struct subject subject = subject_of(proof, sms);
  if (!ticks_by_itself(proof)) any_sms_attach(proof->any, &subject.options);
  struct machine *machine = subject_machine(&subject, error);
  if (!machine) return false;
  struct search_options options = effort_search(effort, effort->threads, 1);
  options.stop_at = sought(proof);
  if (sms > ANY_SMS_LEAST) options.states_max = STATES_OF_THREE;
  struct search_result result = machine_search(machine, &options);
  struct any_sms_search *search = &proof->searches[proof->search_count++];
  *search = (struct any_sms_search){ sms, result.states, result.end, { 0 } };
  for (unsigned k = 1; k < NODES_MAX; k++) search->shown[k] = any_sms_shown_views(proof->any, k);
  if (!(result.broken & options.stop_at)) {
    search_result_clear(&result);
    machine_free(machine);
    return true;
  }
  proof->violation = memory_new(1, sizeof *proof->violation);
  *proof->violation =
      (struct proof){ .subject = subject, .claimed = proof->claimed, .result = result };
  proof->violation->counterexample =
      counterexample_of(&subject, machine, &proof->violation->result);
  if (!proof->violation->counterexample) proof->violation->machine = machine;
  return true;
}

static bool search_few(struct any_sms_proof *proof, const struct effort *effort,
                       struct diagnostic *error) {
  for (unsigned sms = ANY_SMS_LEAST; sms < ANY_SMS_LEAST + ANY_SMS_SEARCHES; sms++) {
    if (sms * proof->threads > CORES_MAX || effort_spent(effort)) return true;
    if (!search_sms(proof, sms, effort, error)) return false;
    if (proof->violation || proof->searches[proof->search_count - 1].end != SEARCH_COMPLETE)
      return true;
  }
  return true;
}

/* --- the views --- */

/* Compares the views with those that searches showed, fewest SMs first. */
static void note_shown(struct any_sms_proof *proof) {
  const struct any_sms_result *result = any_sms_proof_result(proof);
  for (unsigned i = 0; i < proof->search_count; i++) {
    const struct any_sms_search *search = &proof->searches[i];
    proof->shown = any_sms_compare(proof->any, search->shown[result->nodes]);
    bool all = search->end == SEARCH_COMPLETE && proof->shown.found == result->views;
    if (all && !proof->shows_all) proof->shows_all = search->sms;
  }
}

static bool find_views(struct any_sms_proof *proof, unsigned views, struct diagnostic *error) {
  unsigned least = views ? views : 1, most = views ? views : ANY_SMS_VIEWS_MAX;
  for (unsigned k = least; k <= most; k++) {
    if ((k + 1) * proof->threads > CORES_MAX) break;
    if (!any_sms_prove(proof->any, k, &proof->results[proof->tries], error)) return false;
    enum any_sms_end end = proof->results[proof->tries++].end;
    if (end != ANY_SMS_ALARM) break;
  }
  const struct any_sms_result *result = any_sms_proof_result(proof);
  if (!result)
    return diagnostic_plain(error, "so many threads on each of two SMs are more than %u",
                            CORES_MAX);
  if (result->end != ANY_SMS_PROVED) return true;
  proof->deadlock_asked = !result->blocked;
  if (proof->deadlock_asked) proof->stuck = any_sms_find_stuck(proof->any);
  note_shown(proof);
  return true;
}

bool any_sms_proof_run(const struct setting *setting, const struct client *client, unsigned threads,
                       unsigned views, const struct effort *effort, struct any_sms_proof *proof,
                       struct diagnostic *error) {
  double began = effort_now();
  *proof = (struct any_sms_proof){
    .subject = { .setting = *setting, .client = *client, .options = effort->machine },
    .threads = threads,
    .claimed = setting_invariants(setting),
  };
  const struct any_sms_options options = {
    .threads = threads,
    .properties = (sought(proof) | CLAIM(PROPERTY_NEVER)) &
                  ~(uint64_t)(CLAIM(PROPERTY_DEADLOCK) | CLAIM(PROPERTY_OVERFLOW)),
    .deadline = effort->deadline,
    .now = effort_now,
    .memory_max = effort_search(effort, 1, 1).memory_max,
  };
  if (effort->each) proof->subject.options.only_line = 1;
  proof->any = any_sms_new(setting, client, &proof->subject.options, &options);
  bool good = any_sms_can_prove(proof->any, error) && search_few(proof, effort, error) &&
              (proof->violation || find_views(proof, views, error));
  proof->seconds = effort_now() - began;
  if (!good) any_sms_proof_clear(proof);
  return good;
}

void any_sms_proof_clear(struct any_sms_proof *proof) {
  if (proof->violation) proof_clear(proof->violation);
  memory_free(proof->violation);
  any_sms_free(proof->any);
  proof->violation = NULL;
  proof->any = NULL;
}

const struct any_sms_result *any_sms_proof_result(const struct any_sms_proof *proof) {
  return proof->tries ? &proof->results[proof->tries - 1] : NULL;
}

uint64_t any_sms_proof_holds(const struct any_sms_proof *proof) {
  const struct any_sms_result *result = any_sms_proof_result(proof);
  if (!result || result->end != ANY_SMS_PROVED || proof->shown.missed) return 0;
  uint64_t holds = proof->claimed & ~(uint64_t)CLAIM(PROPERTY_OVERFLOW);
  bool decided = proof->deadlock_asked && !proof->stuck.left;
  return decided ? holds : holds & ~(uint64_t)CLAIM(PROPERTY_DEADLOCK);
}

bool any_sms_proof_misses_violation(const struct any_sms_proof *proof) {
  const struct setting *setting = &proof->subject.setting;
  const struct client *client = &proof->subject.client, nothing = { 0 };
  const struct any_sms_result *result = any_sms_proof_result(proof);
  uint64_t losses = setting_losses(setting), deadlock = CLAIM(PROPERTY_DEADLOCK);
  bool asked = losses & ~deadlock || (proof->deadlock_asked && !proof->stuck.left);
  if (!losses || !asked || !result || result->end != ANY_SMS_PROVED) return false;
  struct client least = client_asked(setting, &nothing);
  bool values = client->values >= least.values || setting->system->promises.moves_data;
  return setting_is_as_recorded(setting) && values && client->lines >= least.lines &&
         client->two_words >= least.two_words &&
         proof->threads >= client_most_threads_of_an_sm(&least);
}

int any_sms_proof_status(const struct any_sms_proof *proof) {
  const struct any_sms_result *result = any_sms_proof_result(proof);
  if (proof->violation) return proof_status(proof->violation);
  if (any_sms_proof_misses_violation(proof)) return 1;
  bool proved = result && result->end == ANY_SMS_PROVED && !proof->shown.missed;
  return proved && proof->deadlock_asked && !proof->stuck.left ? 0 : 3;
}
