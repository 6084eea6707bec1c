/* turnsole-journal VERSION PROGRAM SUBJECT, and then for each record its length, its checksum and itself. */
#include "base/journal.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include "base/hash.h"
#include "base/memory.h"
#include "base/own_program.h"
#include "base/replaceable.h"

struct journal {
  FILE *out; /* NULL: nothing is noted */
  struct hold hold;
  bool good;
  pthread_mutex_t lock;
};

struct head { uint64_t length, checksum; };

static void put(struct journal *journal, const void *record, size_t length) {
  struct head head = { length, hash_bytes(record, length) };
  bool whole = fwrite(&head, sizeof head, 1, journal->out) == 1 && fwrite(record, 1, length, journal->out) == length;
  journal->good &= whole;
}

/* Calls take for each whole record, and copies it; false: one was not taken. */
static bool take_all(struct journal *journal, const char *at, const char *end,
                     bool (*take)(void *context, const char *record, size_t length), void *context) {
  struct head head;
  while ((size_t)(end - at) >= sizeof head) {
    memcpy(&head, at, sizeof head);
    at += sizeof head;
    if (head.length > (size_t)(end - at) || hash_bytes(at, head.length) != head.checksum) return true;
    if (!take(context, at, head.length)) return false;
    if (journal->out) put(journal, at, head.length);
    at += head.length;
  }
  return true;
}

static bool take_up(struct journal *journal, const char *path, const char *title,
                    bool (*take)(void *context, const char *record, size_t length), void *context, struct diagnostic *error) {
  size_t length, own = strlen(title);
  char *text = source_load(path, &length, error);
  if (!text) return false;
  bool good = length >= own && !memcmp(text, title, own) && take_all(journal, text + own, text + length, take, context);
  memory_free(text);
  return good || diagnose_file(error, "%s: not a journal of this run by this program: it would begin with \"%.*s\"", path,
                               (int)own - 1, title);
}

static bool cannot_write(const char *path, struct diagnostic *error) {
  return diagnose_plain(error, "cannot write %s: %s", path, file_fault());
}

/* What is noted goes beside the file until all that there was is in it. */
static bool begin(struct journal *journal, const char *path, const char *beside, const char *title) {
  if (!beside || !file_hold(&journal->hold, path)) return false;
  journal->out = fopen(beside, "w");
  return journal->out && fputs(title, journal->out) >= 0;
}

static bool put_in_place(struct journal *journal, const char *beside, const char *replaced) {
  return journal->good && fflush(journal->out) == 0 && rename(beside, replaced) == 0;
}

struct journal *journal_open(const char *resume, const char *checkpoint, const char *subject,
                             bool (*take)(void *context, const char *record, size_t length), void *context,
                             struct diagnostic *error) {
  struct journal *journal = memory_new(1, sizeof *journal);
  char *title = memory_format(SAVED_JOURNAL "%s %016llx %s\n", TURNSOLE_VERSION, (unsigned long long)own_program(), subject);
  char *replaced = checkpoint ? file_replaced(checkpoint) : NULL, *beside = replaced ? memory_format("%s.new", replaced) : NULL;
  journal->good = true;
  pthread_mutex_init(&journal->lock, NULL);
  bool opened = !checkpoint || begin(journal, checkpoint, beside, title) || cannot_write(checkpoint, error);
  opened = opened && (!checkpoint || file_spares(checkpoint, resume, error)) &&
           (!resume || take_up(journal, resume, title, take, context, error));
  if (opened && checkpoint) opened = put_in_place(journal, beside, replaced) || cannot_write(checkpoint, error);
  if (!opened && journal->out) remove(beside);
  memory_free(title);
  memory_free(replaced);
  memory_free(beside);
  if (opened) return journal;
  journal_close(journal);
  return NULL;
}

void journal_add(struct journal *journal, const void *record, size_t length) {
  if (!journal->out) return;
  pthread_mutex_lock(&journal->lock);
  put(journal, record, length);
  if (fflush(journal->out) != 0) journal->good = false;
  pthread_mutex_unlock(&journal->lock);
}

bool journal_close(struct journal *journal) {
  bool good = journal->good;
  if (journal->out && fclose(journal->out) != 0) good = false;
  file_release(&journal->hold);
  pthread_mutex_destroy(&journal->lock);
  memory_free(journal);
  return good;
}
