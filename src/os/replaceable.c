/* A rename replaces anything of that name, also a device, a pipe or a link.  So links are followed
 * first, and only files are replaced.
 *
 * FILE is held by a lock (flock) on FILE.lock, which goes with the process.  After a kill the next
 * process takes that file over, and removes it when it lets go.  A process that waits between
 * opening and locking may lock a file that was removed meanwhile.  So the name must still lead to
 * the locked file.  Where a file system has no locks (some parallel ones), no other process is
 * expected. */
#include "os/replaceable.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/diagnostic.h"
#include "base/memory.h"

char *file_replaced(const char *path) {
  struct stat status;
  char whole[PATH_MAX];
  if (!*path) errno = ENOENT;
  else if (lstat(path, &status)) return memory_format("%s", path); /* nothing: a new file */
  else if (!realpath(path, whole) || stat(whole, &status)) return NULL;
  else if (S_ISREG(status.st_mode)) return memory_format("%s", whole);
  else errno = S_ISDIR(status.st_mode) ? EISDIR : ENOTSUP;
  return NULL;
}

/* ---- one process at a time ---- */

static bool same_file(const struct stat *a, const struct stat *b) {
  return a->st_ino == b->st_ino && a->st_dev == b->st_dev;
}

static bool leads_to(const char *path, int file) {
  struct stat named, opened;
  return !stat(path, &named) && !fstat(file, &opened) && same_file(&named, &opened);
}

static bool knows_no_locks(int fault) {
  return fault == ENOSYS || fault == ENOTSUP || fault == EOPNOTSUPP || fault == ENOLCK;
}

/* Another user's lock file can be locked without being written. */
static int open_lock(const char *path) {
  int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  return file < 0 && errno == EACCES ? open(path, O_RDONLY | O_CLOEXEC) : file;
}

/* A lock file that this process has locked; -1: errno says why not. */
static int lock_file(const char *path) {
  for (;;) {
    int file = open_lock(path);
    if (file < 0) return -1;
    bool locked = !flock(file, LOCK_EX | LOCK_NB);
    int fault = locked ? 0 : errno;
    if (locked ? leads_to(path, file) : knows_no_locks(fault)) return file;
    close(file);
    errno = fault == EWOULDBLOCK ? EBUSY : fault;
    if (!locked && fault != EINTR) return -1;
  }
}

bool file_hold(struct hold *hold, const char *path) {
  char *replaced = file_replaced(path);
  *hold = (struct hold){ NULL, -1 };
  if (!replaced) return false;
  hold->lock = memory_format("%s.lock", replaced);
  hold->file = lock_file(hold->lock);
  memory_free(replaced);
  if (hold->file >= 0) return true;
  memory_free(hold->lock);
  hold->lock = NULL;
  return false;
}

void file_release(struct hold *hold) {
  int before = errno;
  if (!hold->lock) return;
  unlink(hold->lock); /* while it is ours */
  close(hold->file);
  memory_free(hold->lock);
  errno = before;
  *hold = (struct hold){ NULL, -1 };
}

/* ---- what is there ---- */

/* Do both names lead to one file? */
static bool is_same(const char *path, const char *other) {
  struct stat named, again;
  return !stat(path, &named) && !stat(other, &again) && same_file(&named, &again);
}

static bool holds_work(const char *path) {
  static const char *const kinds[] = { SAVED_SEARCH, SAVED_JOURNAL };
  char head[32] = "";
  struct stat status;
  FILE *file = !stat(path, &status) && S_ISREG(status.st_mode) ? fopen(path, "rb") : NULL;
  if (!file) return false;
  size_t length = fread(head, 1, sizeof head - 1, file);
  fclose(file);
  for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (length >= strlen(kinds[i]) && !strncmp(head, kinds[i], strlen(kinds[i]))) return true;
  return false;
}

bool file_spares(const char *path, const char *resume, struct diagnostic *error) {
  if (!holds_work(path) || (resume && is_same(path, resume))) return true;
  return diagnostic_plain(error,
                          "--checkpoint: %s holds what was saved before: --resume %s goes on with "
                          "it; to begin anew, remove it "
                          "or name another file",
                          path, path);
}

const char *file_fault(void) {
  return errno == EBUSY ? "another process saves there" : strerror(errno);
}

/* ---- files without a name ---- */

const char *nameless_file_folder(const char *folder) {
  if (!folder) folder = getenv("TMPDIR");
  return folder && *folder ? folder : "/tmp";
}

int nameless_file_open(const char *folder) {
  char *path = memory_format("%s/turnsole-XXXXXX", nameless_file_folder(folder));
  int file = mkstemp(path);
  if (file >= 0) unlink(path);
  memory_free(path);
  return file;
}
