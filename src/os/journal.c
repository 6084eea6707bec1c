/* turnsole-journal VERSION PROGRAM SUBJECT, then the head and the bytes of each record.
 *
 * A kill leaves a file that ends within a record, which counts as never noted.  The part of a
 * record that fitted on a full disk is removed at once, so that more can follow.  No kill leaves a
 * head or a whole record with a wrong checksum: then the file was damaged.  The records behind that
 * place may be the work of days, so the file is refused, and stays as it is. */
#include "os/journal.h"

#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/hash.h"
#include "base/memory.h"
#include "os/build_identity.h"
#include "os/replaceable.h"

struct journal {
  FILE *out; /* NULL: nothing is noted */
  struct hold hold;
  bool good;
  pthread_mutex_t lock;
};

struct head {
  uint64_t length, checksum, own; /* own: a checksum of the others */
};

static uint64_t sum_of(const struct head *head) {
  return hash_bytes(head, offsetof(struct head, own));
}

/* False: not all of it was written. */
static bool put(struct journal *journal, const void *record, size_t length) {
  struct head head = { length, hash_bytes(record, length), 0 };
  head.own = sum_of(&head);
  return fwrite(&head, sizeof head, 1, journal->out) == 1 &&
         fwrite(record, 1, length, journal->out) == length;
}

/* ---- reading ---- */

struct journal_reader {
  FILE *in;
  uint64_t left;  /* bytes that were not read yet */
  uint64_t whole; /* bytes of the title and of whole records */
  char *record;
  size_t length, room;
};

/* A pipe would block. */
static bool reader_open(struct journal_reader *reader, const char *path, struct diagnostic *error) {
  struct stat status = { 0 };
  *reader = (struct journal_reader){ NULL };
  if (!stat(path, &status) && !S_ISREG(status.st_mode))
    return diagnostic_of_file(error, "%s: is no file", path);
  reader->in = fopen(path, "rb");
  reader->left = (uint64_t)status.st_size;
  return reader->in || diagnostic_of_file(error, "%s: cannot be opened: %s", path, strerror(errno));
}

static void reader_close(struct journal_reader *reader) {
  if (reader->in) fclose(reader->in);
  memory_free(reader->record);
}

static bool get(struct journal_reader *reader, void *bytes, size_t count) {
  if (count > reader->left || fread(bytes, 1, count, reader->in) != count) return false;
  reader->left -= count;
  return true;
}

static bool get_title(struct journal_reader *reader, const char *title) {
  reader->whole = strlen(title);
  char *there = memory_new(reader->whole, 1);
  bool same = get(reader, there, reader->whole) && !memcmp(there, title, reader->whole);
  memory_free(there);
  return same;
}

enum next { RECORD, NO_MORE, DAMAGED };

static enum next next_record(struct journal_reader *reader) {
  struct head head;
  if (!get(reader, &head, sizeof head)) return NO_MORE;
  if (head.own != sum_of(&head)) return DAMAGED;
  if (head.length > reader->left) return NO_MORE;
  if (head.length > reader->room)
    reader->record = memory_resize(reader->record, reader->room = head.length, 1);
  reader->length = head.length;
  if (!get(reader, reader->record, head.length) ||
      hash_bytes(reader->record, head.length) != head.checksum)
    return DAMAGED;
  reader->whole += sizeof head + head.length;
  return RECORD;
}

typedef bool take_record(void *context, const char *record, size_t length);

/* Calls take for each whole record, and copies it. */
static bool take_all(struct journal *journal, struct journal_reader *reader, const char *path,
                     const char *title, take_record *take, void *context,
                     struct diagnostic *error) {
  bool good = get_title(reader, title);
  enum next next = NO_MORE;
  while (good && (next = next_record(reader)) == RECORD) {
    good = take(context, reader->record, reader->length);
    if (good && journal->out) journal->good &= put(journal, reader->record, reader->length);
  }
  if (!good)
    return diagnostic_of_file(
        error, "%s: not a journal of this run by this program: it would begin with \"%.*s\"", path,
        (int)strlen(title) - 1, title);
  return next != DAMAGED ||
         diagnostic_of_file(
             error,
             "%s: damaged behind its first %llu bytes, which are whole: cut off there "
             "(truncate -s %llu), it is taken up with what they hold",
             path, (unsigned long long)reader->whole, (unsigned long long)reader->whole);
}

static bool take_up(struct journal *journal, const char *path, const char *title, take_record *take,
                    void *context, struct diagnostic *error) {
  struct journal_reader reader;
  bool good = reader_open(&reader, path, error) &&
              take_all(journal, &reader, path, title, take, context, error);
  reader_close(&reader);
  return good;
}

/* ---- writing ---- */

static bool cannot_write(const char *path, struct diagnostic *error) {
  return diagnostic_plain(error, "cannot write %s: %s", path, file_fault());
}

/* Records go to a file beside until all earlier ones are in it. */
static bool begin(struct journal *journal, const char *path, const char *beside,
                  const char *title) {
  if (!beside || !file_hold(&journal->hold, path)) return false;
  journal->out = fopen(beside, "w");
  return journal->out && fputs(title, journal->out) >= 0;
}

struct journal *journal_open(const char *resume, const char *checkpoint, const char *subject,
                             bool (*take)(void *context, const char *record, size_t length),
                             void *context, struct diagnostic *error) {
  struct journal *journal = memory_new(1, sizeof *journal);
  char *title = memory_format(SAVED_JOURNAL "%s %016llx %s\n", TURNSOLE_VERSION,
                              (unsigned long long)build_identity(), subject);
  char *replaced = checkpoint ? file_replaced(checkpoint) : NULL,
       *beside = replaced ? memory_format("%s.new", replaced) : NULL;
  journal->good = true;
  pthread_mutex_init(&journal->lock, NULL);
  bool opened =
      !checkpoint || begin(journal, checkpoint, beside, title) || cannot_write(checkpoint, error);
  opened = opened && (!checkpoint || file_spares(checkpoint, resume, error)) &&
           (!resume || take_up(journal, resume, title, take, context, error));
  if (opened && checkpoint)
    opened = (journal->good && fflush(journal->out) == 0 && rename(beside, replaced) == 0) ||
             cannot_write(checkpoint, error);
  if (!opened && journal->out) remove(beside);
  memory_free(title);
  memory_free(replaced);
  memory_free(beside);
  if (opened) return journal;
  journal_close(journal);
  return NULL;
}

/* Removes the part of a record that was written.  If that fails, no record can follow. */
static void take_back(struct journal *journal, off_t whole) {
  if (fseeko(journal->out, whole, SEEK_SET) == 0 && ftruncate(fileno(journal->out), whole) == 0)
    return;
  fclose(journal->out);
  journal->out = NULL;
}

static void add(struct journal *journal, const void *record, size_t length) {
  off_t whole = ftello(journal->out);
  if (put(journal, record, length) && fflush(journal->out) == 0) return;
  journal->good = false;
  take_back(journal, whole);
}

void journal_add(struct journal *journal, const void *record, size_t length) {
  pthread_mutex_lock(&journal->lock);
  if (journal->out) add(journal, record, length);
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
