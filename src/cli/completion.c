/* A script is src/cli/SHELL.completion with one table in it, the same for every shell.
 *
 * The table has a line for each option, family and command; tabs part the fields, "-" is none:
 *
 *   option   --NAME  -LETTER  TAKES  HELP
 *   family   NAME  TITLE
 *   command  TITLE  SUMMARY  OPERANDS  --NAME --NAME ...
 *
 * TAKES: words to choose from, or a kind: @model, @memmodel, @parameter, @file, @folder, @any.
 * OPERANDS: words and kinds likewise; WORD=KIND is a first word with operands of that kind behind
 * it.  The scripts ask `turnsole list` for names when they complete one. */
#include "cli/completion.h"

#include <ctype.h>
#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "cat/variants.h"
#include "cli/commands.h"
#include "cli/embedded.h"
#include "cli/family.h"
#include "cli/help.h"

/* --- the table's fields --- */

/* Text between single quotes; fish alone knows backslashes there. */
static void put_quoted(FILE *out, const char *text, bool is_fish) {
  for (; *text; text++)
    if (*text == '\'') fputs(is_fish ? "\\'" : "'\\''", out);
    else if (*text == '\\' && is_fish) fputs("\\\\", out);
    else fputc(*text == '\n' ? ' ' : *text, out);
}

static const struct {
  enum option_id option;
  const char *takes;
} choices[] = {
  { OPTION_core, "io gpu weak" },
  { OPTION_barriers, "by-cta by-name" },
  { OPTION_liveness, "possible guaranteed" },
  { OPTION_fairness, "weak strong" },
  { OPTION_like, "wt directory lease" },
};

/* Words in capitals, as usages have them. */
static const struct {
  const char *name, *kind;
} kinds[] = {
  { "MODEL", "@model" }, { "MEMMODEL", "@memmodel" }, { "NAME=VALUE", "@parameter" },
  { "PATH", "@file" },   { "TEST", "@file" },         { "FILE", "@file" },
  { "DIR", "@folder" },
};

static bool begins_word(const char *text, const char *word) {
  size_t length = strlen(word);
  return !strncmp(text, word, length) && !isalnum((unsigned char)text[length]) &&
         text[length] != '=';
}

static const char *kind_of(const char *word) {
  for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (begins_word(word, kinds[i].name)) return kinds[i].kind;
  return "@any";
}

/* "md|dot" is two words, "N|any" one. */
static void add_words(struct text *out, const char *argument) {
  for (const char *at = argument; *at; at += strcspn(at, "|"), at += *at == '|')
    if (islower((unsigned char)*at))
      text_add(out, "%s%.*s", out->length ? " " : "", (int)strcspn(at, "|"), at);
}

static void add_variants(struct text *out) {
  struct text names = { 0 };
  cat_variant_names(&names);
  for (const char *at = names.bytes; *at; at++)
    if (*at != ',') text_add(out, "%c", *at);
  text_free(&names);
}

static void add_takes(struct text *out, unsigned option) {
  const char *argument = option_table[option].argument;
  if (!argument) text_add(out, "-");
  for (unsigned i = 0; i < sizeof choices / sizeof *choices; i++)
    if (choices[i].option == option) text_add(out, "%s", choices[i].takes);
  if (option == OPTION_cat_variants) add_variants(out);
  if (argument && !out->length) add_words(out, argument);
  if (!out->length) text_add(out, "%s", kind_of(argument));
}

/* The operands of a usage such as "models [MODEL...] | memmodels" or "-p MODEL PATH...". */
static void add_operands(struct text *out, const char *usage) {
  for (const char *at = usage, *end; *at; at = *end ? end + 3 : end) {
    end = strstr(at, " | ");
    if (!end) end = at + strlen(at);
    const char *operand = strchr(at, '['), *path = strstr(at, "PATH"), *test = strstr(at, "TEST");
    if (islower((unsigned char)*at)) {
      text_add(out, "%.*s", (int)strcspn(at, " "), at);
      if (operand && operand < end) text_add(out, "=%s", kind_of(operand + 1));
      text_add(out, " ");
    } else if ((path && path < end) || (test && test < end)) {
      text_add(out, "@file ");
    }
  }
  if (out->length) out->bytes[--out->length] = '\0';
  else text_add(out, "-");
}

/* --- the table --- */

static void put_option(FILE *out, unsigned id, bool is_fish) {
  const struct option *option = &option_table[id];
  struct text takes = { 0 };
  add_takes(&takes, id);
  char letter[] = { '-', option->letter, '\0' };
  fprintf(out, "option\t--%s\t%s\t%s\t", option->name, letter, takes.bytes);
  put_quoted(out, option->help, is_fish);
  fputc('\n', out);
  text_free(&takes);
}

static void put_command(FILE *out, const struct command *command, bool is_fish) {
  char *title = command_title(command);
  struct text operands = { 0 };
  add_operands(&operands, command->arguments);
  fprintf(out, "command\t%s\t", title);
  put_quoted(out, command->summary, is_fish);
  fprintf(out, "\t%s\t", operands.bytes);
  const char *separator = "";
  for (unsigned i = 0; i < OPTION_COUNT; i++) {
    if (!((command->takes | TAKES_ALWAYS) >> i & 1)) continue;
    fprintf(out, "%s--%s", separator, option_table[i].name);
    separator = " ";
  }
  fputc('\n', out);
  text_free(&operands);
  memory_free(title);
}

static void put_table(FILE *out, bool is_fish) {
  for (unsigned i = 0; i < OPTION_COUNT; i++) put_option(out, i, is_fish);
  for (const struct command *const *command = commands; *command; command++)
    put_command(out, *command, is_fish);
  for (EACH_FAMILY(family)) {
    fprintf(out, "family\t%s\t%s\n", (*family)->name, (*family)->title);
    for (const struct command *const *command = (*family)->commands; *command; command++)
      put_command(out, *command, is_fish);
  }
}

bool completion_print(FILE *out, const char *shell) {
  static const char mark[] = "@TABLE@\n";
  const char *script = embedded_find(embedded_completions, shell);
  const char *at = script ? strstr(script, mark) : NULL;
  if (!at) return false;
  fprintf(out, "%.*s", (int)(at - script), script);
  put_table(out, text_equal(shell, "fish"));
  fputs(at + sizeof mark - 1, out);
  return true;
}
