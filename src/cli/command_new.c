/* new: writes a folder with a protocol to start from.
 *
 * templates/KIND and templates/common hold its files.  In them @NAME@ stands for the protocol's
 * name, and @IDENTIFIER@ for a C identifier made of it. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include "base/memory.h"
#include "base/text.h"
#include "cli/embedded.h"
#include "cli/family.h"
#include "cli/output.h"
#include "protocol/system.h"

enum { NAME_LONGEST = 48 };

/* The kinds of --like; the first one is the default. */
static const struct protocol_template {
  const char *kind, *title;
} protocol_templates[] = {
  { "wt", "write-through L1s, emptied by fences" },
  { "directory", "write-through L1s, invalidated by a directory" },
  { "lease", "leases in physical time" },
};
enum { TEMPLATE_COUNT = sizeof protocol_templates / sizeof *protocol_templates };

static const struct protocol_template *template_named(const char *kind) {
  if (!kind) return protocol_templates;
  for (unsigned i = 0; i < TEMPLATE_COUNT; i++)
    if (text_equal(protocol_templates[i].kind, kind)) return &protocol_templates[i];
  return NULL;
}

/* A name can be a folder, a word of a command line, and with '_' for '-' a part of C names. */
static bool is_name(const char *text) {
  if (!isalpha((unsigned char)*text) || strlen(text) > NAME_LONGEST) return false;
  for (; *text; text++)
    if (!isalnum((unsigned char)*text) && *text != '_' && *text != '-') return false;
  return true;
}

static bool is_built_in(const char *name) {
  return system_find(name, (unsigned)strlen(name)) || family_of_model(name);
}

/* --- texts --- */

static void add_identifier(struct text *out, const char *name) {
  for (; *name; name++) text_add(out, "%c", *name == '-' ? '_' : *name);
}

/* A template with its placeholders filled in. */
static void fill_in(struct text *out, const char *template, const char *name) {
  static const char name_here[] = "@NAME@", identifier_here[] = "@IDENTIFIER@";
  while (*template) {
    size_t plain = strcspn(template, "@");
    text_add_bytes(out, template, plain);
    template += plain;
    if (text_starts(template, name_here)) {
      text_add(out, "%s", name);
      template += strlen(name_here);
    } else if (text_starts(template, identifier_here)) {
      add_identifier(out, name);
      template += strlen(identifier_here);
    } else if (*template) text_add_bytes(out, template ++, 1);
  }
}

/* Where a template's file goes: "NAME/NAME.c", "NAME/litmus/TEST.litmus". */
static char *path_of(const char *file, const char *name) {
  if (text_equal(file, "protocol.c")) return memory_format("%s/%s.c", name, name);
  if (text_equal(file, "test.litmus")) return memory_format("%s/litmus/%s.litmus", name, name);
  if (text_ends(file, ".litmus")) return memory_format("%s/litmus/%s", name, file);
  return memory_format("%s/%s", name, file);
}

/* --- files --- */

static bool make_folder(const char *path) {
  if (!mkdir(path, 0777)) return true;
  if (errno == EEXIST)
    cli_complain(
        "%s: it is there already; nothing is written. Choose another name, or move it away", path);
  else cli_complain("%s: the folder cannot be made: %s", path, strerror(errno));
  return false;
}

static bool write_file(const char *path, const struct text *text) {
  FILE *file = fopen(path, "wx");
  bool good = file && fwrite(text->bytes, 1, text->length, file) == text->length;
  if (file && fclose(file)) good = false;
  if (!good) cli_complain("%s: it cannot be written: %s", path, strerror(errno));
  return good;
}

/* `check` is a program; umask decides who may run it. */
static bool make_executable(const char *path) {
  struct stat status;
  if (stat(path, &status)) return false;
  mode_t readers = status.st_mode & 0444;
  return !chmod(path, (status.st_mode & 07777) | readers >> 2);
}

static bool write_template(const char *file, const char *template, const char *name) {
  struct text text = { 0 };
  fill_in(&text, template, name);
  char *path = path_of(file, name);
  bool good = write_file(path, &text) && (!text_equal(file, "check") || make_executable(path));
  memory_free(path);
  text_free(&text);
  return good;
}

/* The files of one folder of templates. */
static bool write_templates(const char *folder, const char *name) {
  size_t length = strlen(folder);
  for (const struct embedded_text *each = embedded_templates; each->name; each++)
    if (text_starts(each->name, folder) && each->name[length] == '/' &&
        !write_template(each->name + length + 1, each->text, name))
      return false;
  return true;
}

static bool write_protocol(const struct protocol_template *like, const char *name) {
  char *tests = memory_format("%s/litmus", name);
  bool good = make_folder(name) && make_folder(tests) && write_templates("common", name) &&
              write_templates(like->kind, name);
  memory_free(tests);
  return good;
}

/* --- the command --- */

static void say_file(const char *file, const char *name, const char *what) {
  char *path = path_of(file, name);
  int width = (int)(strlen(name) + strlen("/litmus/three-threads.litmus"));
  printf("  %-*s  %s\n", width, path, what);
  memory_free(path);
}

static void say_next(const struct protocol_template *like, const char *name) {
  printf("%s: %s (--like %s)\n\n", name, like->title, like->kind);
  say_file("protocol.c", name, "states, messages, rows and the record: start here");
  say_file("test.litmus", name, "a test");
  say_file("three-threads.litmus", name, "a test with two threads on one SM");
  say_file("survivors.tsv", name, "mutants that may survive, each with its reason");
  say_file("README.md", name, "its page");
  say_file("check", name, "runs all of this:");
  printf("\n  turnsole run -p ./%s %s/litmus\n", name, name);
  printf("  turnsole prove --strict -p ./%s\n", name);
  printf("  turnsole mutate -p ./%s %s/litmus\n", name, name);
}

static int run(const struct arguments *arguments) {
  if (arguments->paths.length != 1)
    return cli_complain("expected one name: `turnsole new NAME [--like wt|directory|lease]`");
  const char *name = arguments->paths.items[0];
  const struct protocol_template *like = template_named(arguments->like);
  if (!like) return cli_complain("--like %s: expected wt, directory or lease", arguments->like);
  if (!is_name(name))
    return cli_complain("\"%s\" is no name of a protocol: expected a letter, and then letters, "
                        "digits, '-' and '_', at most %d in all",
                        name, NAME_LONGEST);
  if (is_built_in(name))
    return cli_complain("%s is a model of turnsole itself: choose another name", name);
  if (!write_protocol(like, name)) return EXIT_USAGE;
  say_next(like, name);
  return EXIT_HOLDS;
}

const struct command command_new = {
  .name = "new",
  .arguments = "NAME [--like wt|directory|lease]",
  .summary = "write a folder with a protocol to start from",
  .help = "Writes the folder NAME: a protocol that builds and is proved, its page, two tests, and\n"
          "reasons why some mutants survive.  Comments with CHANGE say what to change.\n"
          "--like wt: write-through L1s, emptied by fences (the default).\n"
          "--like directory: write-through L1s, invalidated by an L2 that lists sharers.\n"
          "--like lease: copies that end by themselves, in physical time.\n"
          "Exit status 2: NAME is there already, is no name, is a model of turnsole, or the\n"
          "folder cannot be written.",
  .takes = TAKES(like),
  .run = run,
};
