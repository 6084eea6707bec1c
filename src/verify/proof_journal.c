/* A record is of a search that ended complete: which part of the proof it was, and its figures.
 * Whatever else a search came to is found anew: a violation with its run, a limit perhaps later.
 * The journal's subject is all that the parts have in common; they differ in where SMs and homes
 * are, and in the line that is explored. */
#include "verify/proof_journal.h"

#include <string.h>
#include "base/journal.h"
#include "base/memory.h"
#include "base/vector.h"
#include "verify/proof_title.h"

struct proof_part {
  uint8_t gpm_of_sm[CORES_MAX], home_of_line[LINES_MAX];
  uint32_t alone;
};

struct noted_proof {
  struct proof_part part;
  struct search_result result; /* without what it points to */
  uint64_t represented;
  struct waits_found waits; /* none of which is left */
  uint32_t together, lines_share_room, deadlock_told;
};

struct proof_journal {
  VECTOR(struct noted_proof) known;
  struct journal *journal;
};

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

bool proof_journal_recall(const struct proof_journal *journal, struct proof *proof) {
  struct proof_part part = part_of(&proof->subject);
  const struct noted_proof *noted = NULL;
  for (size_t i = 0; i < journal->known.length && !noted; i++)
    if (is_of(&journal->known.items[i], &part)) noted = &journal->known.items[i];
  if (!noted) return false;
  proof->result = noted->result;
  proof->result.earlier = noted->result.seconds;
  proof->largest = noted->result.states;
  proof->represented = noted->represented;
  proof->lines_share_room = noted->lines_share_room;
  proof->deadlock_told = noted->deadlock_told;
  proof->waits = noted->waits;
  proof->subject.options.together = noted->together;
  return true;
}

void proof_journal_note(struct proof_journal *journal, const struct subject *asked,
                        const struct proof *proof) {
  struct noted_proof noted;
  memset(&noted, 0, sizeof noted); /* its padding is written, too */
  noted.part = part_of(asked);
  noted.result = proof->result;
  noted.result.trace = NULL;
  noted.result.refusal = NULL;
  noted.represented = proof->represented;
  noted.waits = proof->waits;
  noted.together = proof->subject.options.together;
  noted.lines_share_room = proof->lines_share_room;
  noted.deadlock_told = proof->deadlock_told;
  vector_push(journal->known, noted);
  journal_add(journal->journal, &noted, sizeof noted);
}

unsigned proof_journal_length(const struct proof_journal *journal) {
  return (unsigned)journal->known.length;
}
