/* A record holds one complete search. Other searches are made again: a violation for its run, a
 * limit since it may come later. All parts share the journal's subject; they differ in the GPMs
 * of SMs and homes, and in the address that is explored. */
#include "verify/proof_journal.h"

#include <inttypes.h>
#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"
#include "os/journal.h"
#include "machine/key.h"

struct proof_part {
  uint8_t gpm_of_sm[CORES_MAX], home_of_line[LINES_MAX];
  uint32_t only_line;
};

struct proof_record {
  struct proof_part part;
  struct search_result result; /* without its pointers */
  uint64_t represented;
  struct waits_found waits; /* none is left */
  uint32_t together, addresses_share_channels, deadlock_decided;
};

struct proof_journal {
  VECTOR(struct proof_record) known;
  struct journal *journal;
};

static struct proof_part part_of(const struct subject *subject) {
  struct proof_part part = { .only_line = subject->options.only_line };
  memcpy(part.gpm_of_sm, subject->client.gpm_of_sm, sizeof part.gpm_of_sm);
  memcpy(part.home_of_line, subject->client.home_of_line, sizeof part.home_of_line);
  return part;
}

static bool is_of(const struct proof_record *kept, const struct proof_part *part) {
  return kept->part.only_line == part->only_line &&
         !memcmp(kept->part.gpm_of_sm, part->gpm_of_sm, sizeof part->gpm_of_sm) &&
         !memcmp(kept->part.home_of_line, part->home_of_line, sizeof part->home_of_line);
}

static bool take(void *context, const char *record, size_t length) {
  struct proof_journal *journal = context;
  struct proof_record kept;
  if (length != sizeof kept) return false;
  memcpy(&kept, record, sizeof kept);
  vector_push(journal->known, kept);
  return true;
}

struct proof_journal *proof_journal_open(const struct checkpoint *files,
                                         const struct subject *subject, bool each,
                                         struct diagnostic *error) {
  struct proof_journal *journal = memory_new(1, sizeof *journal);
  char *title = proof_title_of_parts(subject, each);
  journal->journal = journal_open(files->resume, files->path, title, take, journal, error);
  memory_free(title);
  if (journal->journal) return journal;
  proof_journal_close(journal);
  return NULL;
}

bool proof_journal_close(struct proof_journal *journal) {
  bool good = !journal->journal || journal_close(journal->journal);
  vector_free(journal->known);
  memory_free(journal);
  return good;
}

bool proof_journal_find(const struct proof_journal *journal, struct proof *proof) {
  struct proof_part part = part_of(&proof->subject);
  const struct proof_record *kept = NULL;
  for (size_t i = 0; i < journal->known.length && !kept; i++)
    if (is_of(&journal->known.items[i], &part)) kept = &journal->known.items[i];
  if (!kept) return false;
  proof->result = kept->result;
  proof->result.earlier = kept->result.seconds;
  proof->largest = kept->result.states;
  proof->represented = kept->represented;
  proof->addresses_share_channels = kept->addresses_share_channels;
  proof->deadlock_decided = kept->deadlock_decided;
  proof->waits = kept->waits;
  proof->subject.options.together = kept->together;
  return true;
}

void proof_journal_add(struct proof_journal *journal, const struct subject *asked,
                       const struct proof *proof) {
  struct proof_record kept;
  memset(&kept, 0, sizeof kept); /* padding goes to the file, too */
  kept.part = part_of(asked);
  kept.result = proof->result;
  kept.result.trace = NULL;
  kept.result.refusal = NULL;
  kept.represented = proof->represented;
  kept.waits = proof->waits;
  kept.together = proof->subject.options.together;
  kept.addresses_share_channels = proof->addresses_share_channels;
  kept.deadlock_decided = proof->deadlock_decided;
  vector_push(journal->known, kept);
  journal_add(journal->journal, &kept, sizeof kept);
}

unsigned proof_journal_length(const struct proof_journal *journal) {
  return (unsigned)journal->known.length;
}

/* --- proof title --- */

static void add_places(struct text *text, const char *title, const uint8_t *gpms, unsigned count) {
  for (unsigned i = 0; i < count; i++) text_add(text, "%s%u", i ? " " : title, gpms[i]);
}

static void add_client(struct text *text, const struct client *client) {
  text_add(text, ": %u SMs, %u threads, %u addresses, %u values%s%s", client->sms, client->threads,
           client->lines, client->values, client->two_words ? ", two words each" : "",
           client->spread ? ", spread" : "");
  if (client->topology.gpms)
    text_add(text, ", %u GPUs of %u GPMs", client->topology.gpus, client->topology.gpms);
  if (!client->placed) return;
  add_places(text, ", SMs on ", client->gpm_of_sm, client->sms);
  add_places(text, ", homes on ", client->home_of_line, client->lines);
}

static void add_subject(struct text *text, const struct subject *subject,
                        const struct machine_options *options) {
  const struct setting *setting = &subject->setting;
  char *name = setting_name(setting);
  text_add(text, "%s (%s cores)", name, core_kind_name(setting->core));
  memory_free(name);
  for (unsigned i = 0; i < PARAMETERS_MAX && setting->system->parameters[i].name; i++)
    text_add(text, " %s=%d", setting->system->parameters[i].name, setting->values[i]);
  add_client(text, &subject->client);
  if (options->capacity) text_add(text, ", channels of %u", options->capacity);
  text_add(text, "%s%s, ", options->cold ? ", cold" : "",
           options->no_evictions ? ", no evictions" : "");
  subject_add_reductions(text, options, subject->client.lines);
}

static void add_properties(struct text *text, const struct setting *setting) {
  text_add(text, "; properties %" PRIx64,
           (uint64_t)(setting_invariants(setting) | setting_losses(setting)));
}

char *proof_title(const struct subject *subject, const struct machine *machine) {
  struct text text = { 0 };
  struct machine_options options = subject->options;
  options.no_symmetry = machine_symmetries(machine) == 1; /* also without the option */
  options.together = false;
  text_add(&text, "turnsole %s ", TURNSOLE_VERSION);
  add_subject(&text, subject, &options);
  if (machine_one_line(machine)) text_add(&text, ", one address for all");
  add_properties(&text, &subject->setting);
  text_add(&text, ", key %016" PRIx64, machine_key(machine));
  return text.bytes;
}

char *proof_title_of_parts(const struct subject *subject, bool each) {
  struct text text = { 0 };
  text_add(&text, "prove ");
  add_subject(&text, subject, &subject->options);
  if (each) text_add(&text, ", each address by itself");
  add_properties(&text, &subject->setting);
  return text.bytes;
}
