/* A record is of a search that ended complete: which part of the proof it was, and its figures.
 * Whatever else a search came to is found anew: a violation with its run, a limit perhaps later.
 * The journal's subject is all that the parts have in common; they differ in where SMs and homes
 * are, and in the line that is explored. */
#include "verify/proof_journal.h"

#include <inttypes.h>
#include <string.h>
#include "base/journal.h"
#include "base/memory.h"
#include "base/printing.h"
#include "base/vector.h"

struct proof_part {
  uint8_t gpm_of_sm[CORES_MAX], home_of_line[LINES_MAX];
  uint32_t alone;
};

struct noted_proof {
  struct proof_part part;
  uint32_t depth;
  uint64_t states, represented, transitions, broken, bytes, spilled;
  double seconds;
  uint32_t blocked, together, lines_share_room;
  uint32_t deadlock_told, waits,
      room; /* kinds of what lines wait for, none of which is left, and the room for it */
};

struct proof_journal {
  VECTOR(struct noted_proof) known;
  struct journal *journal;
};

/* --- titles --- */

static void print_places(FILE *out, const char *title, const uint8_t *gpms, unsigned count) {
  for (unsigned i = 0; i < count; i++) fprintf(out, "%s%u", i ? " " : title, gpms[i]);
}

static void print_client(FILE *out, const struct client *client) {
  fprintf(out, ": %u SMs, %u threads, %u addresses, %u values", client->sms, client->threads,
          client->lines, client->values);
  if (client->two_words) fputs(", two words each", out);
  if (client->spread) fputs(", spread", out);
  if (client->topology.gpms)
    fprintf(out, ", %u GPUs of %u GPMs", client->topology.gpus, client->topology.gpms);
  if (!client->placed) return;
  print_places(out, ", SMs on ", client->gpm_of_sm, client->sms);
  print_places(out, ", homes on ", client->home_of_line, client->lines);
}

static void print_subject(FILE *out, const struct subject *subject,
                          const struct machine_options *options) {
  char *name = setting_name(&subject->setting);
  fprintf(out, "%s (%s cores)", name, core_kind_name(subject->setting.core));
  for (unsigned i = 0; i < PARAMETERS_MAX && subject->setting.system->parameters[i].name; i++)
    fprintf(out, " %s=%d", subject->setting.system->parameters[i].name, subject->setting.values[i]);
  print_client(out, &subject->client);
  if (options->capacity) fprintf(out, ", channels of %u", options->capacity);
  if (options->cold) fputs(", cold", out);
  if (options->no_evictions) fputs(", no evictions", out);
  fputs(", ", out);
  subject_reductions_print(out, options, subject->client.lines);
  memory_free(name);
}

/* To be released by memory_free. */
static char *text_of(struct printing *title) {
  const char *printed = printing_end(title);
  char *text = memory_copy_text(printed, title->length);
  printing_free(title);
  return text;
}

static void print_properties(FILE *out, const struct setting *setting) {
  fprintf(out, "; properties %" PRIx64,
          (uint64_t)(setting_invariants(setting) | setting_losses(setting)));
}

char *proof_title(const struct subject *subject, const struct machine *machine) {
  struct printing title;
  FILE *out = printing_begin(&title);
  struct machine_options options = subject->options;
  options.no_symmetry = machine_symmetries(machine) == 1; /* whoever did not ask for it */
  options.together = false;
  fprintf(out, "turnsole %s ", TURNSOLE_VERSION);
  print_subject(out, subject, &options);
  if (machine_one_line(machine)) fputs(", one address for all", out);
  print_properties(out, &subject->setting);
  fprintf(out, ", key %016" PRIx64, machine_key(machine));
  return text_of(&title);
}

static char *journal_title(const struct subject *subject, bool each) {
  struct printing title;
  FILE *out = printing_begin(&title);
  fputs("prove ", out);
  print_subject(out, subject, &subject->options);
  if (each) fputs(", each address by itself", out);
  print_properties(out, &subject->setting);
  return text_of(&title);
}

/* --- records --- */

static struct proof_part part_of(const struct subject *subject) {
  struct proof_part part = { .alone = subject->options.alone };
  memcpy(part.gpm_of_sm, subject->client.gpm_of_sm, sizeof part.gpm_of_sm);
  memcpy(part.home_of_line, subject->client.home_of_line, sizeof part.home_of_line);
  return part;
}

static bool is_of(const struct noted_proof *noted, const struct proof_part *part) {
  return noted->part.alone == part->alone &&
         !memcmp(noted->part.gpm_of_sm, part->gpm_of_sm, sizeof part->gpm_of_sm) &&
         !memcmp(noted->part.home_of_line, part->home_of_line, sizeof part->home_of_line);
}

static bool take(void *context, const char *record, size_t length) {
  struct proof_journal *journal = context;
  struct noted_proof noted;
  if (length != sizeof noted) return false;
  memcpy(&noted, record, sizeof noted);
  vector_push(journal->known, noted);
  return true;
}

struct proof_journal *proof_journal_open(const struct checkpoint *files,
                                         const struct subject *subject, bool each,
                                         struct diagnostic *error) {
  struct proof_journal *journal = memory_new(1, sizeof *journal);
  char *title = journal_title(subject, each);
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

bool proof_journal_recall(const struct proof_journal *journal, struct proof *proof) {
  struct proof_part part = part_of(&proof->subject);
  const struct noted_proof *noted = NULL;
  for (size_t i = 0; i < journal->known.length && !noted; i++)
    if (is_of(&journal->known.items[i], &part)) noted = &journal->known.items[i];
  if (!noted) return false;
  proof->result = (struct search_result){ .end = SEARCH_COMPLETE,
                                          .states = noted->states,
                                          .transitions = noted->transitions,
                                          .depth = noted->depth,
                                          .broken = noted->broken,
                                          .blocked = noted->blocked,
                                          .seconds = noted->seconds,
                                          .earlier = noted->seconds,
                                          .bytes = noted->bytes,
                                          .spilled = noted->spilled };
  proof->largest = noted->states;
  proof->represented = noted->represented;
  proof->lines_share_room = noted->lines_share_room;
  proof->deadlock_told = noted->deadlock_told;
  proof->waits = (struct waits_found){ .kinds = noted->waits, .room = noted->room };
  proof->subject.options.together = noted->together;
  return true;
}

void proof_journal_note(struct proof_journal *journal, const struct subject *asked,
                        const struct proof *proof) {
  const struct search_result *result = &proof->result;
  struct noted_proof noted;
  memset(&noted, 0, sizeof noted); /* its padding is written, too */
  noted.part = part_of(asked);
  noted.depth = result->depth;
  noted.states = result->states;
  noted.represented = proof->represented;
  noted.transitions = result->transitions;
  noted.broken = result->broken;
  noted.bytes = result->bytes;
  noted.spilled = result->spilled;
  noted.seconds = result->seconds;
  noted.blocked = result->blocked;
  noted.together = proof->subject.options.together;
  noted.lines_share_room = proof->lines_share_room;
  noted.deadlock_told = proof->deadlock_told;
  noted.waits = proof->waits.kinds;
  noted.room = proof->waits.room;
  vector_push(journal->known, noted);
  journal_add(journal->journal, &noted, sizeof noted);
}

unsigned proof_journal_length(const struct proof_journal *journal) {
  return (unsigned)journal->known.length;
}
