/* prove: one search of one machine, with all threads.
 *
 * A violation ends it: of what the system claims, which is a failure, or of what the record of a variant says that it
 * loses, which is as expected.  A variant that loses nothing of that, though the client is as large as its record asks, is a
 * fault of its record. */
#include "verify/prove.h"

#include <inttypes.h>
#include <string.h>
#include "base/memory.h"
#include "base/printing.h"
#include "base/vector.h"

struct client client_of(unsigned sms, unsigned threads, unsigned lines, unsigned values) {
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
  struct client client = client_of(sms, asked->threads ? asked->threads : threads,
                                   first_of(asked->lines, variant->shown_by.lines, 1),
                                   first_of(asked->values, variant->shown_by.values, 2));
  client.two_words = asked->two_words || variant->shown_by.two_words;
  if (asked->spread) client_spread(&client);
  client.topology.gpus = first_of(asked->topology.gpus, setting->system->topology.gpus, 0);
  client.topology.gpms = first_of(asked->topology.gpms, setting->system->topology.gpms, 0);
  return client;
}

bool proof_is_as_recorded(const struct proof *proof) {
  const struct machine_options *options = &proof->subject.options;
  return setting_is_as_recorded(&proof->subject.setting) && !options->cold && !options->no_evictions && !options->capacity;
}

static unsigned most_threads_of_an_sm(const struct client *client) {
  unsigned count[CORES_MAX] = { 0 }, most = 0;
  for (unsigned i = 0; i < client->threads; i++)
    if (++count[client->sm_of_thread[i]] > most) most = count[client->sm_of_thread[i]];
  return most;
}

/* And is the client at least that which the record says to refute it? */
static bool could_refute(const struct proof *proof) {
  const struct client *client = &proof->subject.client, nothing = { 0 };
  if (!setting_losses(&proof->subject.setting)) return false;
  struct client least = client_asked(&proof->subject.setting, &nothing);
  return proof_is_as_recorded(proof) && client->sms >= least.sms && client->threads >= least.threads &&
         most_threads_of_an_sm(client) >= most_threads_of_an_sm(&least) &&
         client->lines >= least.lines && client->two_words >= least.two_words && client->values >= least.values &&
         client->topology.gpus >= least.topology.gpus && client->topology.gpms >= least.topology.gpms;
}

/* What a saved search must be of to be taken up: everything that its states, or what is looked for in them, depend on. */
static void print_subject(FILE *out, const struct subject *subject, const struct machine *machine, uint64_t stop_at) {
  const struct machine_options *options = &subject->options;
  const struct client *client = &subject->client;
  char *name = setting_name(&subject->setting);
  fprintf(out, "turnsole %s %s (%s cores)", TURNSOLE_VERSION, name, core_kind_name(subject->setting.core));
  for (unsigned i = 0; i < PARAMETERS_MAX && subject->setting.system->parameters[i].name; i++)
    fprintf(out, " %s=%d", subject->setting.system->parameters[i].name, subject->setting.values[i]);
  fprintf(out, ": %u SMs, %u threads, %u addresses, %u values", client->sms, client->threads, client->lines, client->values);
  if (client->two_words) fputs(", two words each", out);
  if (client->spread) fputs(", spread", out);
  if (options->capacity) fprintf(out, ", channels of %u", options->capacity);
  if (options->cold) fputs(", cold", out);
  if (options->no_evictions) fputs(", no evictions", out);
  if (options->no_reduction) fputs(", no reductions", out);
  else if (machine_symmetries(machine) == 1) fputs(", no symmetry", out);
  if (machine_one_line(machine)) fputs(", one address for all", out);
  fprintf(out, "; properties %" PRIx64 ", key %016" PRIx64, stop_at, machine_key(machine));
  memory_free(name);
}

/* A channel was full with one line alone in its part of it: all lines together may fill it. */
static bool lines_may_fill(const struct machine *machine, const struct search_result *result) {
  enum search_end end = result->end;
  bool ended = end == SEARCH_COMPLETE || end == SEARCH_VIOLATION || end == SEARCH_LOSSY;
  return machine_one_line(machine) && ((ended && result->blocked) || end == SEARCH_TOO_SMALL);
}

/* One line stood for all, and they are to be explored together: it filled its part of a channel; or its clocks tick at will, and
 * it broke something, perhaps by ticks that no other line makes; or what was saved may be of the search of all lines together,
 * which followed. */
static bool is_for_all_lines(const struct machine *machine, const struct search_result *result,
                             const struct search_options *options) {
  if (!machine_one_line(machine)) return false;
  return result->end == SEARCH_REFUSED || lines_may_fill(machine, result) ||
         (machine_assumes_ticks(machine) && result->broken & options->stop_at);
}

/* In the one placement that the client has, or where the system tells no GPM from another; with
 * `states_max` not 0, up to there. */
static bool prove_one(const struct setting *setting, const struct client *client, uint64_t states_max,
                      const struct effort *effort, struct proof *proof, struct diagnostic *error) {
  *proof = (struct proof){ .subject = { .setting = *setting, .client = *client, .options = effort->machine } };
  struct machine *machine = subject_machine(&proof->subject, error);
  if (!machine) return false;
  proof->claimed = setting_invariants(setting);
  struct search_options options = effort_search(effort, effort->threads, 1);
  options.stop_at = proof->claimed | setting_losses(setting);
  options.ranks = true;
  if (options.visited == VISITED_COMPACTED) proof->lossy = "hash compaction";
  if (options.visited == VISITED_BITS) proof->lossy = "bit-state";
  if (states_max) options.states_max = states_max;
  struct checkpoint checkpoint = effort->checkpoint;
  struct printing subject;
  print_subject(printing_begin(&subject), &proof->subject, machine, options.stop_at);
  checkpoint.subject = printing_end(&subject);
  if (checkpoint.path || checkpoint.resume) options.checkpoint = &checkpoint;
  proof->result = machine_search(machine, &options);
  proof->stand_for = machine_orbit_states(machine);
  proof->largest = proof->result.states;
  printing_free(&subject);
  if (is_for_all_lines(machine, &proof->result, &options)) {
    struct effort again = *effort;
    bool fills = lines_may_fill(machine, &proof->result);
    again.machine.together = true;
    if (proof->result.end != SEARCH_REFUSED) again.checkpoint.resume = NULL;
    search_result_clear(&proof->result);
    machine_free(machine);
    bool good = prove_one(setting, client, states_max, &again, proof, error);
    proof->lines_share_room = fills;
    return good;
  }
  if (proof->result.end == SEARCH_REFUSED) {
    diagnose_plain(error, "turnsole: %s", proof->result.refusal);
    search_result_clear(&proof->result);
    machine_free(machine);
    return false;
  }
  if (!proof->result.trace) {
    proof->machine = machine;
    return true;
  }
  proof->counterexample = memory_new(1, sizeof *proof->counterexample);
  *proof->counterexample = (struct counterexample){ proof->subject, machine, proof->result.trace };
  proof->result.trace = NULL;
  return true;
}

struct clients { struct client *items; size_t length, room; };

static bool add_client(void *context, const struct client *placed) {
  struct clients *list = context;
  vector_push(*list, *placed);
  return true;
}

/* Adds what one more search showed. */
static void merge(struct proof *whole, struct proof *one) {
  const struct search_result before = whole->result;
  struct search_result *result = &one->result;
  result->states += before.states;
  one->stand_for += whole->stand_for;
  result->transitions += before.transitions;
  result->seconds += before.seconds;
  result->broken |= before.broken;
  result->blocked |= before.blocked;
  one->lines_share_room |= whole->lines_share_room;
  result->spilled += before.spilled;
  result->omission += before.omission - before.omission * result->omission;
  if (before.depth > result->depth) result->depth = before.depth;
  if (before.bytes > result->bytes) {
    result->bytes = before.bytes;
    one->largest = whole->largest;
  }
  machine_free(whole->machine);
  *whole = *one;
}

static bool goes_on(const struct proof *proof, uint64_t states_max) {
  enum search_end end = proof->result.end;
  return end == SEARCH_COMPLETE || end == SEARCH_LOSSY || (states_max && end == SEARCH_OUT_OF_STATES);
}

/* Lines differ by their homes alone. */
static bool is_like_an_earlier(const struct setting *setting, const struct client *client, unsigned line) {
  for (unsigned other = 0; other < line; other++)
    if (client->placed ? client->home_of_line[other] == client->home_of_line[line] : !setting->system->topology.gpms) return true;
  return false;
}

/* In one placement: all lines, or each by itself. */
static bool prove_lines(const struct setting *setting, const struct client *client, uint64_t states_max,
                        const struct effort *effort, struct proof *proof, struct diagnostic *error) {
  if (!effort->each) return prove_one(setting, client, states_max, effort, proof, error);
  bool good = true;
  *proof = (struct proof){ .result = { .end = SEARCH_COMPLETE } };
  for (unsigned line = 0; line < client->lines && good && goes_on(proof, states_max); line++) {
    if (is_like_an_earlier(setting, client, line)) continue;
    struct effort of_line = *effort;
    struct proof one;
    of_line.machine.alone = 1 + line;
    good = prove_one(setting, client, states_max, &of_line, &one, error);
    if (good) merge(proof, &one);
  }
  proof->each = true;
  proof->subject.options = effort->machine;
  return good;
}

/* In each, until one is refuted, or not searched to its end but for states_max. */
static bool prove_list(const struct setting *setting, const struct clients *list, uint64_t states_max,
                       const struct effort *effort, struct proof *proof, struct diagnostic *error) {
  bool good = true;
  *proof = (struct proof){ .result = { .end = SEARCH_COMPLETE } };
  for (unsigned i = 0; i < list->length && good && goes_on(proof, states_max); i++) {
    struct proof one;
    good = prove_lines(setting, &list->items[i], states_max, effort, &one, error);
    if (good) merge(proof, &one);
    proof->placements = i + 1;
  }
  return good;
}

/* What a variant is known to lose is looked for in all placements, not far, before any is searched whole. */
static bool prove_each(const struct setting *setting, const struct client *client, const struct effort *effort,
                       struct proof *proof, struct diagnostic *error) {
  enum { NOT_FAR = 1 << 16 };
  struct clients list = { 0 };
  bool good = true, lost = setting_losses(setting) != 0;
  client_placements_each(client, add_client, &list);
  if (lost) good = prove_list(setting, &list, NOT_FAR, effort, proof, error);
  if (good && lost && !proof->counterexample) proof_clear(proof);
  if (good && !(lost && proof->counterexample)) good = prove_list(setting, &list, 0, effort, proof, error);
  if (good) proof->subject.client = *client;
  vector_free(list);
  return good;
}

bool prove(const struct setting *setting, const struct client *client, const struct effort *effort, struct proof *proof,
           struct diagnostic *error) {
  const struct topology *topology = &client->topology;
  if (effort->each && (effort->checkpoint.path || effort->checkpoint.resume))
    return diagnose_plain(error, "a search is saved of one machine, not of one for each address");
  if (!topology->gpms || client->placed) return prove_lines(setting, client, 0, effort, proof, error);
  if (!setting->system->topology.gpms) return diagnose_plain(error, "%s tells no GPM from another", setting->system->name);
  if (topology->gpus * topology->gpms > GPMS_MAX) return diagnose_plain(error, "a machine has at most %u GPMs", GPMS_MAX);
  if (effort->checkpoint.path || effort->checkpoint.resume)
    return diagnose_plain(error, "a search is saved of one placement of SMs and homes: choose it with --placement");
  return prove_each(setting, client, effort, proof, error);
}

void proof_clear(struct proof *proof) {
  search_result_clear(&proof->result);
  counterexample_free(proof->counterexample);
  machine_free(proof->machine);
  proof->counterexample = NULL;
  proof->machine = NULL;
}

bool proof_misses_violation(const struct proof *proof) {
  return could_refute(proof) && proof->result.end == SEARCH_COMPLETE &&
         !(proof->result.broken & setting_losses(&proof->subject.setting));
}

uint64_t proof_broken(const struct proof *proof) {
  return proof->result.broken & proof->claimed & ~(uint64_t)CLAIM(PROPERTY_OVERFLOW);
}

int proof_status(const struct proof *proof) {
  if (proof_broken(proof) || proof_misses_violation(proof)) return 1;
  return proof->result.end == SEARCH_COMPLETE || proof->result.end == SEARCH_VIOLATION ? 0 : 3;
}

uint64_t proof_not_told_apart(const struct proof *proof) {
  static const struct { enum property of_all; uint64_t of_parts; } graphs[] = {
    { PROPERTY_OPACITY, CLAIM(PROPERTY_SERIALISABLE) },
    { PROPERTY_STRICT, CLAIM(PROPERTY_SERIALISABLE) | CLAIM(PROPERTY_OPACITY) },
  };
  uint64_t parts = 0;
  for (unsigned i = 0; i < sizeof graphs / sizeof *graphs; i++)
    if (proof->result.broken & proof->claimed & CLAIM(graphs[i].of_all)) parts |= graphs[i].of_parts;
  return parts & proof->claimed & ~proof->result.broken;
}
