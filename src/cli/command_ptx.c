/* ptx: extracts a litmus test from kernels of a PTX file. */
#include <string.h>
#include "base/source_load.h"
#include "cli/family.h"
#include "cli/output.h"
#include "extract/extract.h"

/* What stands between the last '/' and the last '.', with '_' for what a name cannot have. */
static char *name_of_file(const char *path) {
  const char *from = strrchr(path, '/');
  from = from ? from + 1 : path;
  const char *dot = strrchr(from, '.');
  char *name = memory_copy_text(from, dot && dot > from ? (size_t)(dot - from) : strlen(from));
  for (char *at = name; *at; at++)
    if (strchr(" \t\n\"", *at)) *at = '_';
  return name;
}

static bool read_list(struct asked_test *request, const struct name_list *words,
                      bool (*read)(struct asked_test *request, const char *word,
                                   struct diagnostic *error),
                      struct diagnostic *error) {
  for (size_t i = 0; i < words->length; i++)
    if (!read(request, words->items[i], error)) return false;
  return true;
}

static bool read_size(unsigned sizes[3], const char *word, const char *option,
                      struct diagnostic *error) {
  return !word || request_sizes(sizes, word, option, error);
}

static bool read_request(struct asked_test *request, const struct arguments *arguments,
                         struct diagnostic *error) {
  request->condition = arguments->condition;
  return read_list(request, &arguments->ptx_threads, request_thread, error) &&
         read_list(request, &arguments->ptx_parameters, request_parameter, error) &&
         read_list(request, &arguments->ptx_initial, request_value, error) &&
         read_size(request->ntid, arguments->ntid, "--ntid", error) &&
         read_size(request->nctaid, arguments->nctaid, "--nctaid", error) &&
         read_size(request->clusters, arguments->nctaid_cluster, "--nctaid-cluster", error);
}

/* Reads the file and adds the test to `test`. */
static bool extract_from(const char *path, struct asked_test *request, struct text *test,
                         struct text *notes, struct diagnostic *error) {
  struct source source = { .name = path };
  char *text = source_load(path, &source.length, error);
  if (!text) return false;
  source.text = text;
  struct module *module = module_read(source, error);
  bool good = module && extract_test(module, request, test, notes, error);
  module_free(module);
  memory_free(text);
  return good;
}

static int write_test(const struct arguments *arguments, const struct text *test) {
  const char *path = arguments->output ? arguments->output : "-";
  FILE *file = cli_output_open(path);
  if (file) fwrite(test->bytes, 1, test->length, file);
  return cli_output_close(file, path) ? EXIT_HOLDS : EXIT_USAGE;
}

static int extract_and_write(const struct arguments *arguments, struct asked_test *request) {
  const char *path = arguments->paths.items[0];
  struct text test = { 0 }, notes = { 0 };
  struct diagnostic error = { NULL };
  int status;
  if (read_request(request, arguments, &error) &&
      extract_from(path, request, &test, &notes, &error)) {
    status = write_test(arguments, &test);
    if (notes.length && !arguments->quiet) fputs(notes.bytes, stderr);
  } else status = cli_complain_of(&error);
  text_free(&test);
  text_free(&notes);
  return status;
}

static int run(const struct arguments *arguments) {
  if (arguments->paths.length != 1 || !arguments->ptx_threads.length)
    return cli_complain("expected a file and its threads: `turnsole ptx FILE.ptx --thread "
                        "P0=KERNEL,cta=0 --thread P1=KERNEL,cta=1 --param KERNEL.0=x`");
  char *name = name_of_file(arguments->paths.items[0]);
  struct asked_test request = { .name = arguments->test_name ? arguments->test_name : name };
  int status = extract_and_write(arguments, &request);
  request_clear(&request);
  memory_free(name);
  return status;
}

const struct command command_ptx = {
  .name = "ptx",
  .arguments = "FILE.ptx --thread PN=KERNEL,cta=N,tid=N... --param KERNEL.N=VALUE...",
  .summary = "extract a litmus test from PTX that nvcc or clang printed",
  .help = "Follows each --thread along its kernel, and prints a litmus test of the\n"
          "accesses, fences and barriers that it comes to.  Parameters, thread and block\n"
          "numbers, addresses and the branches that depend on them are computed; a branch\n"
          "on a value that is loaded stays.\n"
          "KERNEL is the kernel's name in the file, its name in C++, or a part of one alone.\n"
          "Names in the test: locations as in --param; a variable by its own name; s_cta0\n"
          "is the shared variable s of CTA 0; out_1 is element 1 of out, which --condition\n"
          "calls out[1] or out+4.\n"
          "`turnsole allow` and `turnsole run` take the test; docs/ptx.md has examples.\n"
          "Exit status 2: something in the file cannot be a litmus test; the message has its\n"
          "line.",
  .takes = TAKES(ptx_threads) | TAKES(ptx_parameters) | TAKES(ptx_initial) | TAKES(ntid) |
           TAKES(nctaid) | TAKES(nctaid_cluster) | TAKES(condition) | TAKES(test_name) |
           TAKES(output) | TAKES(quiet),
  .run = run,
};
