/* The text of a litmus test: header, initial state, code in columns, condition. */
#include "extract/print_test.h"

#include <ctype.h>
#include <string.h>
#include "extract/demangle.h"
#include "extract/elements.h"
#include "extract/names.h"

struct test_printing {
  struct text *out;
  struct extraction *extraction;
  const struct walk *walks;
  size_t threads;
  struct thread_names *names; /* of each thread */
  struct places places;
};

/* ---- header and initial state ---- */

static void add_three(struct text *out, const unsigned three[3]) {
  if (three[1] || three[2]) text_add(out, "(%u,%u,%u)", three[0], three[1], three[2]);
  else text_add(out, "%u", three[0]);
}

/* "P0: kernel, cta 0, tid 0" */
static void print_origin(const struct test_printing *p, const struct walk *walk) {
  char *name = demangled(walk->kernel->name);
  text_add(p->out, "\"P%u: %s, cta ", walk->asked->id, name);
  add_three(p->out, walk->asked->cta);
  text_add(p->out, ", tid ");
  add_three(p->out, walk->asked->tid);
  text_add(p->out, "\"\n");
  memory_free(name);
}

/* Which names stand for parts of arrays. */
static void print_parts(const struct test_printing *p) {
  struct text parts = { 0 };
  for (size_t i = 0; i < p->places.items.length; i++) {
    const struct named_place *place = &p->places.items.items[i];
    const char *whole = p->extraction->objects.items.items[place->object].name;
    if (place->is_whole || text_equal(whole, place->name)) continue;
    text_add(&parts, "%s%s is %s", parts.length ? ", " : "", place->name, whole);
    if (place->offset) text_add(&parts, "+%lld", (long long)place->offset);
  }
  if (parts.length) text_add(p->out, "\"%s\"\n", parts.bytes);
  text_free(&parts);
}

/* The initial value that the file gives to these bytes; 4 of them have a sign. */
static int64_t initial_of(const struct variable *variable, uint64_t offset, unsigned bytes) {
  uint64_t number = 0;
  for (unsigned i = 0; variable && variable->contents && i < bytes && i < 8; i++)
    if (offset + i < variable->bytes) number |= (uint64_t)variable->contents[offset + i] << 8 * i;
  return bytes == 4 ? (int32_t)number : (int64_t)number;
}

/* The value of --init, else that of the file. */
static int64_t asked_initial(const struct test_printing *p, unsigned object, uint64_t offset,
                             unsigned bytes) {
  const struct asked_test *request = p->extraction->request;
  for (size_t i = 0; i < request->values.length; i++) {
    size_t length;
    const char *name = request->values.items[i].location;
    const struct named_place *named =
        elements_named(&p->places, &p->extraction->objects, name, &length);
    if (named && !name[length] && named->object == object && (uint64_t)named->offset == offset)
      return request->values.items[i].number;
  }
  return initial_of(p->extraction->objects.items.items[object].variable, offset, bytes);
}

/* Accesses of 4 bytes need no type. */
static const char *type_of(unsigned bytes, bool always) {
  return bytes == 1 ? ".u8 " : bytes == 2 ? ".u16 " : bytes == 8 ? ".s64 " : always ? ".s32 " : "";
}

/* A location with all its elements. */
static void print_whole(const struct test_printing *p, unsigned index) {
  const struct object *object = &p->extraction->objects.items.items[index];
  unsigned unit = elements_unit(object);
  uint64_t count = elements_count(object);
  text_add(p->out, " %s%s", type_of(unit, true), object->name);
  if (count > 1) text_add(p->out, "[%llu]={", (unsigned long long)count);
  else text_add(p->out, "=");
  for (uint64_t i = 0; i < count; i++)
    text_add(p->out, "%s%lld", i ? "," : "", (long long)asked_initial(p, index, i * unit, unit));
  text_add(p->out, count > 1 ? "};" : ";");
}

static void print_initial(const struct test_printing *p) {
  text_add(p->out, "{");
  for (size_t i = 0; i < p->places.items.length; i++) {
    const struct named_place *place = &p->places.items.items[i];
    bool first = i == 0 || place[-1].object != place->object;
    if (place->is_whole && first) print_whole(p, place->object);
    if (place->is_whole) continue;
    text_add(p->out, " %s%s=%lld;", type_of(place->bytes, false), place->name,
             (long long)asked_initial(p, place->object, (uint64_t)place->offset, place->bytes));
  }
  text_add(p->out, " }\n");
}

static bool check_initials(const struct test_printing *p) {
  const struct asked_test *request = p->extraction->request;
  for (size_t i = 0; i < request->values.length; i++) {
    size_t length;
    const char *name = request->values.items[i].location;
    if (!elements_named(&p->places, &p->extraction->objects, name, &length) || name[length])
      return diagnostic_plain(p->extraction->error, "--init %s: no thread accesses that location",
                              name);
  }
  return true;
}

/* ---- code ---- */

struct test_column {
  VECTOR(char *) cells;
  size_t width;
};

static void add_cell(struct test_column *column, struct text *cell) {
  if (cell->length > column->width) column->width = cell->length;
  vector_push(column->cells, cell->bytes);
  *cell = (struct text){ 0 };
}

static void add_head(const struct test_printing *p, const struct walk *walk, struct text *cell) {
  bool clusters = false;
  for (size_t t = 0; t < p->threads; t++)
    clusters |= p->walks[t].geometry.has_clusters || p->walks[t].asked->has_cluster;
  text_add(cell, "P%u@cta %u,", walk->asked->id, walk->cta);
  if (clusters) text_add(cell, "cluster %u,", walk->cluster);
  text_add(cell, "gpu %u", walk->asked->gpu);
}

static void add_piece(const struct test_printing *p, size_t thread, struct text *cell,
                      const struct piece *piece) {
  if (piece->kind == PIECE_TEXT) text_add(cell, "%s", piece->text);
  else if (piece->kind == PIECE_ADDRESS)
    text_add(cell, "%s", elements_find(&p->places, piece->index, piece->offset)->address);
  else text_add(cell, "%s", p->names[thread].registers[piece->index]);
}

static void add_line(const struct test_printing *p, size_t thread, struct test_column *column,
                     const struct code_line *line) {
  const struct thread_names *names = &p->names[thread];
  const char *label = line->block == END_BLOCK   ? names->end
                      : line->kind == CODE_PLAIN ? NULL
                                                 : names->labels[line->block];
  struct text cell = { 0 };
  for (size_t i = 0; i < line->pieces.length; i++)
    add_piece(p, thread, &cell, &line->pieces.items[i]);
  if (line->kind == CODE_LABEL) text_add(&cell, "%s:", label);
  else if (line->kind == CODE_JUMP) text_add(&cell, "bra.uni %s", label);
  else if (line->kind == CODE_BRANCH) text_add(&cell, "%s", label);
  add_cell(column, &cell);
}

static void make_column(const struct test_printing *p, size_t thread, struct test_column *column) {
  struct text cell = { 0 };
  add_head(p, &p->walks[thread], &cell);
  add_cell(column, &cell);
  const struct code *code = &p->walks[thread].code;
  for (size_t i = 0; i < code->lines.length; i++)
    add_line(p, thread, column, &code->lines.items[i]);
  if (!p->names[thread].end) return;
  text_add(&cell, "%s:", p->names[thread].end);
  add_cell(column, &cell);
}

static void print_columns(const struct test_printing *p, const struct test_column *columns) {
  size_t rows = 0;
  for (size_t t = 0; t < p->threads; t++)
    if (columns[t].cells.length > rows) rows = columns[t].cells.length;
  for (size_t row = 0; row < rows; row++)
    for (size_t t = 0; t < p->threads; t++) {
      const char *cell = row < columns[t].cells.length ? columns[t].cells.items[row] : "";
      text_add(p->out, " %-*s %s", (int)columns[t].width, cell, t + 1 < p->threads ? "|" : ";\n");
    }
}

static void print_code(const struct test_printing *p) {
  struct test_column *columns = memory_new(p->threads, sizeof *columns);
  for (size_t t = 0; t < p->threads; t++) make_column(p, t, &columns[t]);
  print_columns(p, columns);
  for (size_t t = 0; t < p->threads; t++) {
    for (size_t i = 0; i < columns[t].cells.length; i++) memory_free(columns[t].cells.items[i]);
    vector_free(columns[t].cells);
  }
  memory_free(columns);
}

/* ---- condition ---- */

/* The user's condition, with the test's names for "x[1]" and "x+4". */
static void print_condition(const struct test_printing *p, const char *text) {
  for (bool inside = false; *text;) {
    size_t length;
    const struct named_place *place =
        !inside && (isalpha((unsigned char)*text) || *text == '_')
            ? elements_named(&p->places, &p->extraction->objects, text, &length)
            : NULL;
    inside = isalnum((unsigned char)*text) || *text == '_' || *text == ':';
    if (place) {
      text_add(p->out, "%s", place->name);
      text += length;
      inside = true;
    } else text_add_bytes(p->out, text++, 1);
  }
  text_add(p->out, "\n");
}

/* A store puts the register into memory, where its value is listed anyway. */
static bool is_stored(const struct code *code, unsigned index) {
  for (size_t i = 0; i < code->lines.length; i++) {
    const struct code_line *line = &code->lines.items[i];
    if (line->kind != CODE_PLAIN || line->computes || line->loads || line->joins) continue;
    for (size_t k = 0; k < line->pieces.length; k++)
      if (line->pieces.items[k].kind == PIECE_READ && line->pieces.items[k].index == index)
        return true;
  }
  return false;
}

static bool is_listed(const struct code *code, const struct code_line *line,
                      const struct piece *piece) {
  if (piece->kind != PIECE_WRITE || !(line->loads || line->joins)) return false;
  return !is_stored(code, piece->index) && (line->loads || code_reads(code, piece->index));
}

/* Loaded registers of a thread, each once. */
static void list_registers(const struct test_printing *p, size_t thread) {
  const struct code *code = &p->walks[thread].code;
  const struct thread_names *names = &p->names[thread];
  bool *listed = memory_new(names->register_count + 1, sizeof *listed);
  for (size_t i = 0; i < code->lines.length; i++)
    for (size_t k = 0; k < code->lines.items[i].pieces.length; k++) {
      const struct piece *piece = &code->lines.items[i].pieces.items[k];
      if (!is_listed(code, &code->lines.items[i], piece) || listed[piece->index]) continue;
      listed[piece->index] = true;
      text_add(p->out, " P%u:%s;", p->walks[thread].asked->id, names->registers[piece->index] + 1);
    }
  memory_free(listed);
}

static void print_list(const struct test_printing *p) {
  text_add(p->out, "locations [");
  for (size_t i = 0; i < p->places.items.length; i++)
    if (p->places.items.items[i].writes && p->places.items.items[i].name)
      text_add(p->out, " %s;", p->places.items.items[i].name);
  for (size_t t = 0; t < p->threads; t++) list_registers(p, t);
  text_add(p->out, " ]\n");
}

static bool print_all(const struct test_printing *p) {
  const struct asked_test *request = p->extraction->request;
  text_add(p->out, "PTX %s\n", request->name);
  for (size_t t = 0; t < p->threads; t++) print_origin(p, &p->walks[t]);
  print_parts(p);
  print_initial(p);
  if (!check_initials(p)) return false;
  print_code(p);
  if (request->condition) print_condition(p, request->condition);
  else print_list(p);
  return true;
}

bool print_test(struct text *out, struct extraction *extraction, const struct walk *walks) {
  struct test_printing p = { .out = out,
                             .extraction = extraction,
                             .walks = walks,
                             .threads = extraction->request->threads.length };
  p.names = memory_new(p.threads, sizeof *p.names);
  for (size_t t = 0; t < p.threads; t++) p.names[t] = names_of(&walks[t]);
  elements_name(&p.places, &extraction->objects);
  bool good = print_all(&p);
  for (size_t t = 0; t < p.threads; t++) names_clear(&p.names[t]);
  memory_free(p.names);
  elements_clear(&p.places);
  return good;
}
