/* A violation is a failure if the system claims the property, and expected if the variant's
 * record says that it loses it. A variant that loses nothing under a client as large as its
 * record names has a wrong record. */
#include "verify/proof.h"

#include <string.h>
#include "base/memory.h"
#include "base/vector.h"
#include "run/client.h"

bool proof_is_as_recorded(const struct proof *proof) {
  const struct machine_options *options = &proof->subject.options;
  return setting_is_as_recorded(&proof->subject.setting) && !options->cold &&
         !options->no_evictions && !options->capacity;
}

static unsigned most_threads_of_an_sm(const struct client *client) {
  unsigned count[CORES_MAX] = { 0 }, most = 0;
  for (unsigned i = 0; i < client->threads; i++)
    if (++count[client->sm_of_thread[i]] > most) most = count[client->sm_of_thread[i]];
  return most;
}

uint64_t proof_losses(const struct proof *proof) {
  uint64_t lost = setting_losses(&proof->subject.setting);
  return proof->each && !proof->deadlock_decided ? lost & ~(uint64_t)CLAIM(PROPERTY_DEADLOCK)
                                                 : lost;
}

/* Is the client at least as large as the record says is needed to refute the variant? */
static bool could_refute(const struct proof *proof) {
  const struct client *client = &proof->subject.client, nothing = { 0 };
  if (!proof_losses(proof)) return false;
  struct client least = client_asked(&proof->subject.setting, &nothing);
  return proof_is_as_recorded(proof) && client->sms >= least.sms &&
         client->threads >= least.threads &&
         most_threads_of_an_sm(client) >= most_threads_of_an_sm(&least) &&
         client->lines >= least.lines && client->two_words >= least.two_words &&
         client->values >= least.values && client->topology.gpus >= least.topology.gpus &&
         client->topology.gpms >= least.topology.gpms;
}

static void count_row(void *context, const struct controller_kind *kind, const struct row *row) {
  (void)kind;
  (void)row;
  ++*(unsigned *)context;
}

static bool is_unexercised(const struct proof *proof) {
  unsigned rows = 0;
  if (!proof->audited || !proof->exercised || proof->counterexample) return false;
  exercise_unfired(&proof->exercise, proof->subject.setting.system, count_row, &rows);
  bool vacuous = false;
  for (unsigned i = 0; i < PROPERTIES; i++)
    vacuous |= proof->claimed >> i & 1 && exercise_vacuous(&proof->exercise, (enum property)i);
  return rows || vacuous || system_not_asked(proof->subject.setting.system);
}

void proof_clear(struct proof *proof) {
  search_result_clear(&proof->result);
  counterexample_free(proof->counterexample);
  machine_free(proof->machine);
  waits_free(proof->left);
  audits_clear(&proof->audits);
  exercise_clear(&proof->exercise);
  proof->left = NULL;
  proof->counterexample = NULL;
  proof->machine = NULL;
}

bool proof_misses_violation(const struct proof *proof) {
  return could_refute(proof) && proof->result.end == SEARCH_COMPLETE && !proof->waits.left &&
         !(proof->result.broken & proof_losses(proof));
}

const struct machine *proof_machine(const struct proof *proof) {
  if (proof->machine) return proof->machine;
  return proof->counterexample ? proof->counterexample->machine : NULL;
}

uint64_t proof_broken(const struct proof *proof) {
  return proof->result.broken & proof->claimed & ~(uint64_t)CLAIM(PROPERTY_OVERFLOW);
}

int proof_status(const struct proof *proof) {
  if (proof_broken(proof) || proof_misses_violation(proof) || audits_refute(&proof->audits))
    return 1;
  if (proof->strict && is_unexercised(proof)) return 1;
  if (proof->waits.left) return 3;
  return proof->result.end == SEARCH_COMPLETE || proof->result.end == SEARCH_VIOLATION ? 0 : 3;
}

uint64_t proof_undecided(const struct proof *proof) {
  static const struct {
    enum property of_all;
    uint64_t of_parts;
  } graphs[] = {
    { PROPERTY_OPACITY, CLAIM(PROPERTY_SERIALISABLE) },
    { PROPERTY_STRICT, CLAIM(PROPERTY_SERIALISABLE) | CLAIM(PROPERTY_OPACITY) },
  };
  uint64_t parts = 0;
  for (unsigned i = 0; i < sizeof graphs / sizeof *graphs; i++)
    if (proof->result.broken & proof->claimed & CLAIM(graphs[i].of_all))
      parts |= graphs[i].of_parts;
  return parts & proof->claimed & ~proof->result.broken;
}
