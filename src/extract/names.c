/* Registers keep their names, with a number where two that are used share one.  A label has the
 * name that it has in the file, and copies of its code have numbers. */
#include "extract/names.h"

#include <ctype.h>
#include "base/text.h"

static bool among(char *const *names, size_t count, const char *name) {
  for (size_t i = 0; i < count; i++)
    if (names[i] && text_equal(names[i], name)) return true;
  return false;
}

/* The name with a number behind it, where others have it. */
static char *unlike(char *const *names, size_t count, char *name) {
  char *candidate = memory_format("%s", name);
  for (unsigned number = 2; among(names, count, candidate); number++) {
    memory_free(candidate);
    candidate = memory_format("%s_%u", name, number);
  }
  memory_free(name);
  return candidate;
}

/* "%r1", "%temp" of "temp", "%param0_8" of a parameter's ninth byte. */
static char *plain_name(const struct step_register *which) {
  const char *from = which->name;
  while (*from == '%' || *from == '$') from++;
  char *name = which->offset ? memory_format("%%%s_%llu", from, (unsigned long long)which->offset)
                             : memory_format("%%%s", from);
  for (char *at = name + 1; *at; at++)
    if (!isalnum((unsigned char)*at)) *at = '_';
  return name;
}

static void name_registers(const struct walk *walk, struct thread_names *names) {
  names->register_count = walk->steps.registers.length;
  names->registers = memory_new(names->register_count + 1, sizeof *names->registers);
  for (size_t i = 0; i < walk->code.lines.length; i++) {
    const struct code_line *line = &walk->code.lines.items[i];
    for (size_t k = 0; k < line->pieces.length; k++) {
      const struct piece *piece = &line->pieces.items[k];
      bool is_register = piece->kind == PIECE_READ || piece->kind == PIECE_WRITE;
      if (!is_register || names->registers[piece->index]) continue;
      names->registers[piece->index] =
          unlike(names->registers, names->register_count,
                 plain_name(&walk->steps.registers.items[piece->index]));
    }
  }
}

/* The name that a step has in the file, or "L" and its line. */
static char *label_at(const struct walk *walk, unsigned at) {
  const struct ptx_step *step = &walk->steps.items.items[at];
  const struct function *function = step->in->function;
  const char *text = walk->extraction->module->source.text;
  for (size_t i = 0; i < function->labels.length; i++) {
    const struct ptx_label *label = &function->labels.items[i];
    if (&function->code.items[label->at] != step->instruction) continue;
    const char *from = text + label->span.start;
    int length = (int)label->span.length;
    while (length > 1 && !isalnum((unsigned char)*from) && *from != '_') from++, length--;
    return memory_format("%.*s", length, from);
  }
  unsigned line, column;
  diagnostic_source_position(&walk->extraction->module->source, step->mnemonic.whole.start, &line,
                             &column);
  return memory_format("L%u", line);
}

static void name_labels(const struct walk *walk, struct thread_names *names) {
  names->label_count = walk->blocks.length;
  names->labels = memory_new(names->label_count + 1, sizeof *names->labels);
  for (size_t i = 0; i < walk->code.lines.length; i++) {
    const struct code_line *line = &walk->code.lines.items[i];
    if (line->kind == CODE_LABEL)
      names->labels[line->block] = unlike(names->labels, names->label_count,
                                          label_at(walk, walk->blocks.items[line->block].step));
  }
  for (size_t i = 0; i < walk->code.lines.length && !names->end; i++) {
    const struct code_line *line = &walk->code.lines.items[i];
    bool jumps = line->kind == CODE_JUMP || line->kind == CODE_BRANCH;
    if (jumps && line->block == END_BLOCK)
      names->end = unlike(names->labels, names->label_count, memory_format("Lend"));
  }
}

struct thread_names names_of(const struct walk *walk) {
  struct thread_names names = { 0 };
  name_registers(walk, &names);
  name_labels(walk, &names);
  return names;
}

void names_clear(struct thread_names *names) {
  for (size_t i = 0; i < names->register_count; i++) memory_free(names->registers[i]);
  for (size_t i = 0; i < names->label_count; i++) memory_free(names->labels[i]);
  memory_free(names->registers);
  memory_free(names->labels);
  memory_free(names->end);
}
