#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/processes.h"
#include "base/text.h"
#include "cli/messages.h"
#include "run/trace_file.h"

static bool may_write(const char *path) {
  struct stat status;
  if (!path || text_equal(path, "-")) return true;
  if (!stat(path, &status)) {
    if (!S_ISDIR(status.st_mode)) return !access(path, W_OK);
    errno = EISDIR;
    return false;
  }
  int file = open(path, O_WRONLY | O_CREAT, 0666);
  if (file < 0) return false;
  close(file);
  unlink(path);
  return true;
}

/* One file cannot hold both results. */
static bool are_apart(const struct arguments *arguments) {
  const char *json = arguments->json, *junit = arguments->junit;
  if (!json || !junit || !text_equal(json, junit) || text_equal(json, "/dev/null")) return true;
  return cli_complain("--json, --junit: expected two files, found \"%s\" twice", json), false;
}

bool cli_outputs_fit(const struct arguments *arguments, bool together) {
  const struct {
    const char *name, *path;
  } files[] = {
    { "json", arguments->json },
    { "junit", arguments->junit },
    { "trace", arguments->trace },
  };
  uint64_t faults = !are_apart(arguments);
  for (unsigned i = 0; i < sizeof files / sizeof *files && processes_own() == 0 && !faults; i++)
    if (!may_write(files[i].path)) {
      cli_complain("--%s: %s: cannot be written: %s", files[i].name, files[i].path,
                   strerror(errno));
      faults = 1;
    }
  if (together) processes_combine(&faults, 1, RANKS_SUM);
  return !faults;
}

FILE *cli_output_open(const char *path) {
  if (!path) return NULL;
  if (text_equal(path, "-")) return stdout;
  if (processes_own()) path = "/dev/null";
  FILE *file = fopen(path, "w");
  if (!file) cli_complain("%s: cannot be written: %s", path, strerror(errno));
  return file;
}

bool cli_trace_write(const struct arguments *arguments, const struct counterexample *found) {
  FILE *file = cli_output_open(arguments->trace);
  if (file) trace_file_write(file, found);
  return cli_output_close(file, arguments->trace);
}

void cli_trace_unused(const struct arguments *arguments) {
  if (!arguments->trace) return;
  fflush(stdout);
  fprintf(stderr, "turnsole: there was no run to show, so %s was not written\n", arguments->trace);
}

bool cli_output_takes_all(const struct arguments *arguments) {
  return (arguments->json && text_equal(arguments->json, "-")) ||
         (arguments->junit && text_equal(arguments->junit, "-"));
}

bool cli_output_close(FILE *file, const char *path) {
  if (!file) return !path;
  bool good = !ferror(file) && (file == stdout ? fflush(file) : fclose(file)) == 0;
  if (!good) cli_complain("%s: cannot be written: %s", path, strerror(errno));
  return good;
}
