/* Printing a program in its dialect.
 *
 * The text is complete: all locations and registers with their initial values, and every observed
 * cell.  Reading it gives an equal program, by which the readers are tested; the exception is the
 * listing (litmus/listing.h). */
#include "litmus/printer.h"

#include "litmus/condition_text.h"

static void print_header(struct text *out, const struct program *program) {
  text_add(out, "%s %s\n", program->dialect, program->name);
  for (unsigned i = 0; i < program->remark_count; i++)
    text_add(out, "\"%s\"\n", program->remarks[i]);
  for (unsigned i = 0; i < program->field_count; i++)
    text_add(out, "%s=%s\n", program->fields[i].key, program->fields[i].value);
}

static bool is_alias(const struct program *program, unsigned location) {
  const struct location *l = &program->locations[location];
  return l->physical != location || l->generic != location || l->proxy != PROXY_GENERIC;
}

static void print_value(struct text *out, const struct program *program, int64_t value) {
  int64_t offset;
  int location = location_at(program, value, &offset);
  text_add(out, "=");
  if (location >= 0) memory_name(out, program, (unsigned)location, offset);
  else text_add(out, "%lld", (long long)value);
}

static void print_initial(struct text *out, const struct program *program) {
  text_add(out, "{\n");
  for (unsigned i = 0; i < program->location_count; i++) {
    text_add(out, "%s", program->locations[i].name);
    if (is_alias(program, i)) program->printer->print_alias(out, program, i);
    else print_value(out, program, program->locations[i].initial);
    text_add(out, ";\n");
  }
  for (unsigned t = 0; t < program->thread_count; t++)
    for (unsigned i = 0; i < program->threads[t].register_count; i++) {
      text_add(out, "P%u:%s", program->threads[t].id, program->threads[t].registers[i].name);
      print_value(out, program, program->threads[t].registers[i].initial);
      text_add(out, ";\n");
    }
  text_add(out, "}\n");
}

/* All cells but those that the filter hides: a cell that no condition names must be listed. */
static void print_locations(struct text *out, const struct program *program) {
  const char *before = "locations [";
  for (unsigned i = 0; i < program->observable_count; i++) {
    if (program->observables[i].hidden) continue;
    text_add(out, "%s", before);
    observable_name(out, program, &program->observables[i], "P");
    text_add(out, ";");
    before = " ";
  }
  if (*before == ' ') text_add(out, "]\n");
}

static void print_condition(struct text *out, const struct program *program, const char *word,
                            const struct condition *condition) {
  text_add(out, "%s (", word);
  condition_write(out, program, condition, FORM_SOURCE);
  text_add(out, ")\n");
}

void program_write_body(struct text *out, const struct program *program) {
  static const char *const quantifiers[] = { "exists", "~exists", "forall" };
  print_initial(out, program);
  program->printer->print_code(out, program);
  print_locations(out, program);
  if (program->filter) print_condition(out, program, "filter", program->filter);
  print_condition(out, program, quantifiers[program->quantifier], program->condition);
}

void litmus_print(FILE *out, const struct program *program) {
  struct text text = { 0 };
  print_header(&text, program);
  program_write_body(&text, program);
  fwrite(text.bytes, 1, text.length, out);
  text_free(&text);
}
