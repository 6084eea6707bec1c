/* Journals of any length are resumed.  Torn records are left out, also where the disk was full for
 * a while.  Damaged journals, those of other subjects, and a second process are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/memory.h"
#include "os/journal.h"
#include "os/replaceable.h"

struct journal_taken {
  char text[256];
};

static bool take(void *context, const char *record, size_t length) {
  struct journal_taken *taken = context;
  if (length == 3 && !memcmp(record, "bad", 3)) return false;
  strncat(taken->text, record, length);
  strcat(taken->text, ";");
  return true;
}

static char *path;

static int make_path(void **state) {
  (void)state;
  path = memory_format("%s/turnsole-journal-%d", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp",
                       (int)getpid());
  return 0;
}

static int remove_path(void **state) {
  (void)state;
  remove(path);
  memory_free(path);
  return 0;
}

/* The records that a resumed run gets; NULL: refused. */
static const char *take_up(const char *subject, bool keep) {
  static struct journal_taken taken;
  struct diagnostic error = { NULL };
  taken.text[0] = '\0';
  struct journal *journal = journal_open(path, keep ? path : NULL, subject, take, &taken, &error);
  assert_int_equal(journal == NULL, error.message != NULL);
  diagnostic_clear(&error);
  if (!journal) return NULL;
  if (keep) journal_add(journal, "more", 4);
  assert_true(journal_close(journal));
  return taken.text;
}

static void note(const char *const *records) {
  struct diagnostic error = { NULL };
  struct journal *journal = journal_open(NULL, path, "a subject", take, NULL, &error);
  assert_non_null(journal);
  for (; *records; records++) journal_add(journal, *records, strlen(*records));
  assert_true(journal_close(journal));
}

static const char *const three[] = { "one", "two", "three", NULL };

static void takes_up_what_was_noted(void **state) {
  (void)state;
  note(three);
  assert_string_equal(take_up("a subject", false), "one;two;three;");
  assert_string_equal(take_up("a subject", true), "one;two;three;");
  assert_string_equal(take_up("a subject", false), "one;two;three;more;");
}

static void a_torn_record_is_not_there(void **state) {
  (void)state;
  note(three);
  FILE *file = fopen(path, "r");
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  fclose(file);
  assert_int_equal(truncate(path, size - 1), 0);
  assert_string_equal(take_up("a subject", false), "one;two;");
  assert_int_equal(truncate(path, size - 6), 0); /* in its head */
  assert_string_equal(take_up("a subject", true), "one;two;");
  assert_string_equal(take_up("a subject", false), "one;two;more;");
}

static long size_of_file(void) {
  FILE *file = fopen(path, "r");
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  fclose(file);
  return size;
}

static void flip(long at, int bits) {
  FILE *file = fopen(path, "r+");
  fseek(file, at, SEEK_SET);
  int byte = fgetc(file);
  fseek(file, at, SEEK_SET);
  fputc(byte ^ bits, file);
  fclose(file);
}

/* Any byte may be damaged, also one of a length.  To go on without the journal loses nothing. */
static void a_damaged_journal_is_refused_and_kept(void **state) {
  (void)state;
  note(three);
  long size = size_of_file();
  for (long at = 0; at < size; at++) {
    flip(at, 1 << at % 8);
    assert_null(take_up("a subject", true));
    assert_int_equal(size_of_file(), size);
    flip(at, 1 << at % 8);
  }
  assert_string_equal(take_up("a subject", true), "one;two;three;");
}

/* It says where it can be cut off. */
static void what_is_whole_can_be_kept(void **state) {
  struct diagnostic error = { NULL };
  (void)state;
  note(three);
  flip(size_of_file() - 1, 1);
  assert_null(journal_open(path, path, "a subject", take, &(struct journal_taken){ "" }, &error));
  const char *said = strstr(error.message, "truncate -s ");
  assert_non_null(said);
  assert_int_equal(truncate(path, strtol(said + strlen("truncate -s "), NULL, 10)), 0);
  diagnostic_clear(&error);
  assert_string_equal(take_up("a subject", false), "one;two;");
}

static bool count(void *context, const char *record, size_t length) {
  *(size_t *)context += length;
  return record[0] == 'x' && record[length - 1] == 'x';
}

/* Weeks of a matrix, say: more than any source may be. */
static void a_large_journal_is_taken_up(void **state) {
  enum { RECORDS = 70, BYTES = 1 << 20 };
  struct diagnostic error = { NULL };
  char *record = memset(memory_new(BYTES, 1), 'x', BYTES);
  size_t taken = 0;
  (void)state;
  struct journal *journal = journal_open(NULL, path, "a subject", take, NULL, &error);
  for (unsigned i = 0; i < RECORDS; i++) journal_add(journal, record, BYTES);
  assert_true(journal_close(journal));
  memory_free(record);
  journal = journal_open(path, NULL, "a subject", count, &taken, &error);
  assert_non_null(journal);
  assert_int_equal(taken, (size_t)RECORDS * BYTES);
  assert_true(journal_close(journal));
}

/* A limit on files stands for a disk that is full for a while. */
static void what_is_not_written_whole_is_taken_back(void **state) {
  struct diagnostic error = { NULL };
  struct rlimit own, limit;
  (void)state;
  signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &own), 0);
  for (unsigned room = 0; room < 27; room++) { /* a record of three bytes takes 27 */
    struct journal *journal = journal_open(NULL, path, "a subject", take, NULL, &error);
    journal_add(journal, "one", 3);
    limit = (struct rlimit){ (rlim_t)size_of_file() + room, own.rlim_max };
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    journal_add(journal, "two", 3);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &own), 0);
    journal_add(journal, "three", 5);
    assert_false(journal_close(journal));
    assert_string_equal(take_up("a subject", false), "one;three;");
    remove(path);
  }
}

static void another_subject_is_refused(void **state) {
  (void)state;
  note(three);
  assert_null(take_up("another", false));
  assert_null(take_up("another", true));
  assert_string_equal(take_up("a subject", false), "one;two;three;"); /* and left as it is */
}

static void what_is_not_taken_is_refused(void **state) {
  static const char *const records[] = { "one", "bad", NULL };
  (void)state;
  note(records);
  assert_null(take_up("a subject", false));
}

static void two_do_not_note_in_one_file(void **state) {
  struct diagnostic error = { NULL };
  (void)state;
  note(three);
  struct journal *journal =
      journal_open(path, path, "a subject", take, &(struct journal_taken){ "" }, &error);
  assert_non_null(journal);
  assert_null(take_up("a subject", true));
  assert_string_equal(take_up("a subject", false), "one;two;three;"); /* to read is no harm */
  journal_add(journal, "more", 4);
  assert_true(journal_close(journal));
  assert_string_equal(take_up("a subject", true), "one;two;three;more;");
}

/* A lock that another user's process left when it was killed.  (Root becomes the user `nobody`,
 * who may not change all files.) */
static void who_was_killed_is_in_nobodys_way(void **state) {
  char *lock = memory_format("%s.lock", path);
  FILE *left = fopen(lock, "w");
  struct hold hold;
  (void)state;
  assert_non_null(left);
  fclose(left);
  assert_int_equal(chmod(lock, 0444), 0);
  bool root = geteuid() == 0 && seteuid(65534) == 0;
  bool held = file_hold(&hold, path);
  file_release(&hold);
  if (root) assert_int_equal(seteuid(0), 0);
  remove(lock);
  memory_free(lock);
  assert_true(held);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(takes_up_what_was_noted, make_path, remove_path),
    cmocka_unit_test_setup_teardown(a_torn_record_is_not_there, make_path, remove_path),
    cmocka_unit_test_setup_teardown(a_damaged_journal_is_refused_and_kept, make_path, remove_path),
    cmocka_unit_test_setup_teardown(what_is_whole_can_be_kept, make_path, remove_path),
    cmocka_unit_test_setup_teardown(a_large_journal_is_taken_up, make_path, remove_path),
    cmocka_unit_test_setup_teardown(what_is_not_written_whole_is_taken_back, make_path,
                                    remove_path),
    cmocka_unit_test_setup_teardown(another_subject_is_refused, make_path, remove_path),
    cmocka_unit_test_setup_teardown(what_is_not_taken_is_refused, make_path, remove_path),
    cmocka_unit_test_setup_teardown(two_do_not_note_in_one_file, make_path, remove_path),
    cmocka_unit_test_setup_teardown(who_was_killed_is_in_nobodys_way, make_path, remove_path),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
