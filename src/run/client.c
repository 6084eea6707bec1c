/* The size of a client comes from the options, then from the variant's record, then from
 * defaults. */
#include "run/client.h"

struct client client_of_size(unsigned sms, unsigned threads, unsigned lines, unsigned values) {
  struct client client = { .sms = sms, .threads = threads, .lines = lines, .values = values };
  for (unsigned i = 0; i < threads; i++) client.sm_of_thread[i] = i < sms ? i : 0;
  return client;
}

void client_spread(struct client *client) {
  client->spread = true;
  for (unsigned i = 0; i < client->threads; i++) client->sm_of_thread[i] = i % client->sms;
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
