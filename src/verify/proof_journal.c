/* A record holds one complete search. Other searches are made again: a violation for its run, a
 * limit since it may come later. All parts share the journal's subject; they differ in the GPMs
 * of SMs and homes, and in the address that is explored. */
#include "verify/proof_journal.h"

#include <string.h>
#include "os/journal.h"
#include "base/memory.h"
#include "base/vector.h"
#include "verify/proof_title.h"

struct proof_part {
  uint8_t gpm_of_sm[CORES_MAX], home_of_line[LINES_MAX];
  uint32_t alone;
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
  struct proof_part part = { .alone = subject->options.alone };
  memcpy(part.gpm_of_sm, subject->client.gpm_of_sm, sizeof part.gpm_of_sm);
  memcpy(part.home_of_line, subject->client.home_of_line, sizeof part.home_of_line);
  return part;
}

static bool is_of(const struct proof_record *kept, const struct proof_part *part) {
  return kept->part.alone == part->alone &&
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
