#include "run/subject.h"
#include "machine/clients.h"

#include <string.h>

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

void subject_add_reductions(struct text *text, const struct machine_options *options,
                            unsigned lines) {
  const char *names[REDUCTIONS];
  if (options->no_reduction) {
    text_add(text, "no reductions");
    return;
  }
  text_add(text, "reductions");
  for (unsigned i = 0, off = subject_reductions_off(options, names); i < off; i++)
    text_add(text, "%s%s", i ? " or " : " without ", names[i]);
  if (options->together && lines > 1) text_add(text, ", all addresses together");
}

const char *subject_lacks(const struct setting *setting, const struct program *program) {
  const struct system *system = setting->system;
  if (!program) return NULL;
  if (program_has_transactions(program) && !system->transactions.begin) return "transactions";
  bool meets = system->barriers_within_sm && program_has_cluster_barrier(program);
  return meets ? "barriers of clusters" : NULL;
}

/* The size of a client comes from the options, then from the variant's record, then from
 * defaults. */

struct client client_of_size(unsigned sms, unsigned threads, unsigned lines, unsigned values) {
  struct client client = { .sms = sms, .threads = threads, .lines = lines, .values = values };
  for (unsigned i = 0; i < threads; i++) client.sm_of_thread[i] = i < sms ? i : 0;
  return client;
}

void client_spread(struct client *client) {
  client->spread = true;
  for (unsigned i = 0; i < client->threads; i++) client->sm_of_thread[i] = i % client->sms;
}

unsigned client_most_threads_of_an_sm(const struct client *client) {
  unsigned count[CORES_MAX] = { 0 }, most = 0;
  for (unsigned i = 0; i < client->threads; i++)
    if (++count[client->sm_of_thread[i]] > most) most = count[client->sm_of_thread[i]];
  return most;
}

static unsigned first_of(unsigned a, unsigned b, unsigned c) { return a ? a : b ? b : c; }

struct client client_asked(const struct setting *setting, const struct client *asked) {
  const struct variant none = { NULL }, *variant = setting->variant ? setting->variant : &none;
  unsigned sms = first_of(asked->sms, variant->shown_by.sms, 2);
  unsigned threads = variant->shown_by.threads > sms ? variant->shown_by.threads : sms;
  struct client client = client_of_size(sms, asked->threads ? asked->threads : threads,
                                        first_of(asked->lines, variant->shown_by.lines, 1),
                                        first_of(asked->values, variant->shown_by.values, 2));
  client.two_words = asked->two_words || variant->shown_by.two_words;
  if (asked->spread) client_spread(&client);
  client.topology.gpus = first_of(asked->topology.gpus, setting->system->topology.gpus, 0);
  client.topology.gpms = first_of(asked->topology.gpms, setting->system->topology.gpms, 0);
  client.topology.no_homes = setting->system->topology.no_homes;
  return client;
}

/* --- retry --- */

struct machine *retry_until(struct subject *subject,
                            bool (*search)(void *context, struct machine *machine,
                                           struct machine_options *options),
                            void *context, struct diagnostic *error) {
  for (;;) {
    struct machine *machine = subject_machine(subject, error);
    if (!machine || search(context, machine, &subject->options)) return machine;
    machine_free(machine);
  }
}
