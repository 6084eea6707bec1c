/* A page is written beside its place and moved there when it is whole.  Devices and pipes are
 * written directly, since nothing of theirs can be lost.
 *
 * A page replaces only a page of ours, or an empty file.  A folder must be empty, or have such a
 * page. */
#include "cli/page_output.h"

#include <dirent.h>
#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/memory.h"
#include "base/printing.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/output.h"
#include "os/processes.h"
#include "os/replaceable.h"

/* --- where --- */

static bool is_folder(const char *path) {
  struct stat status;
  return !stat(path, &status) && S_ISDIR(status.st_mode);
}

/* The file that is written for the argument. */
static char *file_for(const char *path) {
  if (!text_ends(path, "/") && !is_folder(path)) return memory_format("%s", path);
  return memory_format("%s%sindex.html", path, text_ends(path, "/") ? "" : "/");
}

static char *folder_of(const char *path) {
  char *copy = memory_format("%s", path);
  char *folder = memory_format("%s", dirname(copy));
  memory_free(copy);
  return folder;
}

/* --- what is there --- */

enum found { FOUND_NOTHING, FOUND_PAGE, FOUND_OTHER, FOUND_DEVICE };

static bool has_mark(FILE *file) {
  char head[PAGE_MARK_WITHIN + 1] = "";
  size_t length = fread(head, 1, PAGE_MARK_WITHIN, file);
  return !length || memmem(head, length, PAGE_MARK, strlen(PAGE_MARK));
}

static enum found look_at(const char *path) {
  struct stat status;
  if (stat(path, &status)) return FOUND_NOTHING;
  if (!S_ISREG(status.st_mode)) return FOUND_DEVICE;
  FILE *file = fopen(path, "rb");
  bool ours = file && has_mark(file);
  if (file) fclose(file);
  return ours ? FOUND_PAGE : FOUND_OTHER;
}

static bool is_empty_folder(const char *path) {
  DIR *folder = opendir(path);
  if (!folder) return true; /* that it cannot be written is said elsewhere */
  unsigned entries = 0;
  while (readdir(folder)) entries++;
  closedir(folder);
  return entries <= 2; /* . and .. */
}

/* --- may it be written? --- */

static bool refuse(const char *path) {
  return cli_complain("--html: %s: cannot be written: %s", path, strerror(errno)), false;
}

/* Whether a file can be made in the folder; folders that do not exist yet are made later.  Only
 * trying tells whether they can be, in /proc for one. */
static bool may_make_in(const char *folder, bool make_folders) {
  struct stat status;
  if (!stat(folder, &status)) {
    if (!S_ISDIR(status.st_mode)) errno = ENOTDIR;
    return S_ISDIR(status.st_mode) && !access(folder, W_OK | X_OK);
  }
  if (!make_folders || errno != ENOENT) return false;
  char *above = folder_of(folder);
  bool may = is_folder(above) ? !mkdir(folder, 0777) && !rmdir(folder) : may_make_in(above, true);
  memory_free(above);
  return may;
}

/* Creates a file beside the page and removes it, which is the only way to learn of some faults. */
static bool may_create(const char *path) {
  char *beside = memory_format("%s.XXXXXX", path);
  int file = mkstemp(beside), fault = errno;
  if (file >= 0) {
    close(file);
    unlink(beside);
  }
  memory_free(beside);
  errno = fault;
  return file >= 0;
}

static bool may_write(const char *path, bool make_folders) {
  if (look_at(path) == FOUND_DEVICE) {
    if (is_folder(path)) errno = EISDIR;
    return !is_folder(path) && !access(path, W_OK);
  }
  char *replaced = file_replaced(path), *folder = folder_of(replaced ? replaced : path);
  bool may =
      replaced && may_make_in(folder, make_folders) && (!is_folder(folder) || may_create(replaced));
  memory_free(folder);
  memory_free(replaced);
  return may;
}

static bool spares(const char *path, bool in_folder) {
  enum found found = look_at(path);
  if (found == FOUND_OTHER)
    return cli_complain("--html: %s is not a page of turnsole; remove it, or name another file",
                        path),
           false;
  if (!in_folder || found != FOUND_NOTHING) return true;
  char *folder = folder_of(path);
  bool empty = is_empty_folder(folder);
  if (!empty)
    cli_complain("--html: %s has other files and no page of turnsole; name an empty folder, or a "
                 "file",
                 folder);
  memory_free(folder);
  return empty;
}

bool cli_page_fits(const struct arguments *arguments) {
  const char *asked = arguments->html;
  if (!asked || text_equal(asked, "-")) return true;
  char *path = file_for(asked);
  bool in_folder = !text_equal(path, asked);
  bool fits = *asked && spares(path, in_folder);
  if (!*asked) cli_complain("--html: expected a FILE or a folder, found \"\"");
  if (fits && !may_write(path, in_folder)) fits = refuse(asked);
  memory_free(path);
  return fits;
}

/* --- writing --- */

struct written {
  char *path, *beside; /* beside: NULL where the path is written directly */
  FILE *out;
};

static bool make_folder(const char *folder) {
  if (is_folder(folder) || !mkdir(folder, 0777)) return true;
  if (errno != ENOENT) return false;
  char *above = folder_of(folder);
  bool made = make_folder(above) && !mkdir(folder, 0777);
  memory_free(above);
  return made;
}

static bool make_folder_of(const char *path) {
  char *folder = folder_of(path);
  bool made = make_folder(folder);
  memory_free(folder);
  return made;
}

/* As fopen would have made it. */
static void set_mode(int file, const char *path) {
  struct stat status;
  mode_t mask = umask(0);
  umask(mask);
  fchmod(file, stat(path, &status) ? 0666 & ~mask : status.st_mode & 0777);
}

static bool open_beside(struct written *written) {
  char *replaced = file_replaced(written->path);
  if (!replaced) return false;
  memory_free(written->path);
  written->path = replaced;
  written->beside = memory_format("%s.XXXXXX", replaced);
  int file = mkstemp(written->beside);
  if (file < 0) return false;
  set_mode(file, replaced);
  written->out = fdopen(file, "w");
  return written->out;
}

static bool open_page(struct written *written, const char *asked) {
  if (processes_own()) asked = "/dev/null";
  written->path = file_for(asked);
  if (text_equal(asked, "-")) {
    written->out = stdout;
    return true;
  }
  if (look_at(written->path) == FOUND_DEVICE) {
    written->out = fopen(written->path, "w");
    return written->out;
  }
  return (text_equal(written->path, asked) || make_folder_of(written->path)) &&
         open_beside(written);
}

static bool close_page(struct written *written) {
  FILE *out = written->out;
  bool good = !ferror(out) && !fflush(out);
  if (good && written->beside) good = !fsync(fileno(out));
  int fault = errno;
  if (out != stdout && fclose(out) && good) {
    good = false;
    fault = errno;
  }
  if (written->beside && good) {
    good = !rename(written->beside, written->path);
    fault = errno;
  }
  if (written->beside && !good) unlink(written->beside);
  errno = fault;
  return good;
}

bool cli_page_write(const struct arguments *arguments, const struct page_content *content) {
  if (!arguments->html) return true;
  struct written written = { 0 };
  struct printing printing; /* an interrupt during the work then leaves no file behind */
  struct page page =
      page_begin(printing_begin(&printing),
                 &(struct page_head){ content->title, content->about, arguments->call });
  content->put(content->context, &page);
  page_end(&page);
  const char *text = printing_end(&printing);
  bool writes = !content->status || *content->status != EXIT_USAGE;
  bool good = !writes || open_page(&written, arguments->html);
  if (good && writes) {
    fwrite(text, 1, printing.length, written.out);
    good = close_page(&written);
  }
  printing_free(&printing);
  if (!good) (void)refuse(arguments->html);
  memory_free(written.beside);
  memory_free(written.path);
  return good;
}
