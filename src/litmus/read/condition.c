/* Reading conditions: `P1:r0=1 /\ (x!=2 \/ ~[y]==0) => true`.
 *
 * From the loosest: => (to the right), \/, /\, not or ~, then comparisons and parentheses.  A long
 * chain of one operator becomes a balanced tree, so that ten thousand parts make no recursion of
 * that depth.  Parentheses may nest NESTING_MAX deep.
 *
 * A bare name on the left is the content of that location.  On the right it is an address to herd
 * and a content to others: dialects without addresses take only `[y]` there.  x={1,2} compares each
 * element of an array.
 *
 * Observed cells are in herd's order: registers by thread and name, then locations by name.  A
 * file's cells are collected in the order of first mention and sorted once.  A condition that is
 * read later (--witness) adds its cells at the end, so that earlier outcomes keep their places. */
#include "litmus/read/condition.h"

#include <stdlib.h>
#include <string.h>
#include "litmus/read/initial.h"
#include "litmus/read/reading.h"
#include "litmus/read/transactions.h"
#include "litmus/read/names.h"
#include "litmus/read/code.h"
#include "litmus/condition.h"

enum { NESTING_MAX = 1000, TERMS_MAX = 1 << 16 };

/* ---- observed cells ---- */

static uintptr_t key_of(struct observable cell) {
  return cell.is_register ? LOCATIONS_MAX + cell.thread * (uintptr_t)REGISTERS_MAX + cell.index
                          : cell.index + ((uintptr_t)cell.element << 32);
}

/* The index of the cell, which is added if it is new. */
static unsigned observable_of(struct reader *reader, struct observable cell) {
  struct program *program = reader->program;
  uintptr_t *slot = sparse_at(&reader->observable_index, key_of(cell));
  if (*slot == 0) {
    program->observables = memory_resize(program->observables, program->observable_count + 1,
                                         sizeof *program->observables);
    cell.hidden = reader->in_filter;
    program->observables[program->observable_count++] = cell;
    *slot = program->observable_count;
  }
  if (!reader->in_filter) program->observables[*slot - 1].hidden = false;
  if (cell.whole) {
    program->observables[*slot - 1].whole = cell.whole;
    program->observables[*slot - 1].part = cell.part;
  }
  return (unsigned)(*slot - 1);
}

void observables_index(struct reader *reader) {
  for (unsigned i = 0; i < reader->program->observable_count; i++)
    *sparse_at(&reader->observable_index, key_of(reader->program->observables[i])) = i + 1;
}

struct ranked {
  const struct program *program;
  struct observable cell;
  unsigned before;
};

static int compare(const void *left, const void *right) {
  const struct ranked *a = left, *b = right;
  const struct program *program = a->program;
  if (a->cell.is_register != b->cell.is_register) return a->cell.is_register ? -1 : 1;
  if (!a->cell.is_register && a->cell.index == b->cell.index)
    return a->cell.element < b->cell.element ? -1 : 1;
  if (!a->cell.is_register)
    return strcmp(program->locations[a->cell.index].name, program->locations[b->cell.index].name);
  const struct thread *p = &program->threads[a->cell.thread],
                      *q = &program->threads[b->cell.thread];
  if (p != q) return p->id < q->id ? -1 : 1;
  return strcmp(p->registers[a->cell.index].name, q->registers[b->cell.index].name);
}

static void renumber(struct condition *condition, const unsigned *now) {
  if (!condition) return;
  if (condition->kind == CONDITION_COMPARE) {
    if (!condition->left.is_constant) condition->left.observable = now[condition->left.observable];
    if (!condition->right.is_constant)
      condition->right.observable = now[condition->right.observable];
  }
  renumber(condition->first, now);
  renumber(condition->second, now);
}

void observables_sort(struct program *program) {
  unsigned count = program->observable_count;
  if (count == 0) return;
  struct ranked *ranked = memory_new(count, sizeof *ranked);
  unsigned *now = memory_new(count, sizeof *now);
  for (unsigned i = 0; i < count; i++)
    ranked[i] = (struct ranked){ program, program->observables[i], i };
  qsort(ranked, count, sizeof *ranked, compare);
  for (unsigned i = 0; i < count; i++) {
    program->observables[i] = ranked[i].cell;
    now[ranked[i].before] = i;
  }
  renumber(program->condition, now);
  renumber(program->filter, now);
  memory_free(ranked);
  memory_free(now);
}

/* The type of a cell that is declared with `declared`: in assembly an int is supposed. */
static struct type shown(const struct reader *reader, struct type declared) {
  declared.is_supposed = !declared.bytes && (reader->dialect->register_name || reader->has_types);
  return declared;
}

/* May a condition name a register that nothing writes?  Not as a counter of transactions where
 * there are none, and not on the command line, where a name is soon mended. */
static bool may_be_unwritten(const struct reader *reader, struct span name) {
  const struct cursor *cursor = &reader->cursor;
  char spelt[16];
  if (reader->is_asked || span_is(cursor, name, "commits") || span_is(cursor, name, "cancels"))
    return false;
  const struct dialect *dialect = reader->dialect;
  return !dialect->register_name || dialect->register_name(cursor, name, spelt);
}

/* X9 and X1: names by number are seldom misspelt. */
static bool differ_in_number(const char *name, size_t length, const char *other) {
  size_t letters = strcspn(other, "0123456789");
  return letters < length && memcmp(name, other, letters) == 0 &&
         strspn(name + letters, "0123456789") + letters == length && other[letters];
}

/* Offers the names of registers that the code writes or the initial state declares. */
static void offer_registers(const struct reader *reader, unsigned thread, struct nearest *nearest) {
  const struct thread *owner = &reader->program->threads[thread];
  for (unsigned i = 0; i < owner->register_count; i++) {
    const char *name = owner->registers[i].name;
    if (reader->register_known[thread][i] && !text_starts(name, "__") &&
        !differ_in_number(nearest->word, nearest->length, name))
      text_offer(nearest, name);
  }
}

/* A warning that the register holds 0.  It says the nearest name where names are free. */
static void warn_of_unwritten(struct reader *reader, unsigned thread, struct span name) {
  const struct source *source = reader->cursor.source;
  struct nearest nearest = { source->text + name.start, name.length, NULL, 0 };
  char suggestion[NEAREST_ROOM];
  unsigned line, column;
  if (!reader->dialect->register_name) offer_registers(reader, thread, &nearest);
  reader_position(reader, name.start, &line, &column);
  text_add(&reader->program->warnings,
           "%s:%u:%u: warning: nothing writes the register %.*s of P%u, so it holds 0%s\n",
           source->name, line, column, SPAN(&reader->cursor, name),
           reader->program->threads[thread].id, text_suggestion(&nearest, suggestion));
}

/* The index of a new register that holds 0, as in herd7; or -1, with a message. */
static int unwritten_register(struct reader *reader, unsigned thread, struct span name) {
  if (may_be_unwritten(reader, name)) {
    warn_of_unwritten(reader, thread, name);
    return reader_register(reader, thread, name, REGISTER_DECLARED);
  }
  cursor_fail(&reader->cursor, name,
              "P%u has no register \"%.*s\": nothing writes it, and the initial state does "
              "not declare it",
              reader->program->threads[thread].id, SPAN(&reader->cursor, name));
  return -1;
}

static bool read_register(struct reader *reader, int64_t id, struct span thread_span,
                          unsigned *observable) {
  struct cursor *cursor = &reader->cursor;
  int thread = program_thread(reader->program, id);
  if (thread < 0)
    return cursor_fail(cursor, thread_span, "there is no thread P%lld", (long long)id);
  struct span name;
  if (!cursor_word(cursor, &name)) return cursor_expected(cursor, "a register");
  if (!transactions_count(reader, (unsigned)thread, name)) return false;
  int index = reader_find_register(reader, (unsigned)thread, name);
  if (index < 0) index = unwritten_register(reader, (unsigned)thread, name);
  if (index < 0) return false;
  struct observable cell = { .is_register = true,
                             .thread = (unsigned)thread,
                             .index = (unsigned)index,
                             .type = shown(
                                 reader, reader->program->threads[thread].registers[index].type) };
  *observable = observable_of(reader, cell);
  return true;
}

/* x[1], which an element of an array may be by now (split_arrays.h): the name with its brackets. */
static void take_element(struct reader *reader, struct span *name) {
  struct cursor ahead = reader->cursor;
  int64_t element;
  if (reader_find_location(reader, *name) >= 0 || !cursor_accept(&ahead, "[") ||
      !cursor_starts_number(&ahead) || !cursor_number(&ahead, &element) ||
      !cursor_accept(&ahead, "]"))
    return;
  struct span whole = { name->start, ahead.at - name->start };
  if (reader_find_location(reader, whole) < 0) return;
  *name = whole;
  reader->cursor.at = ahead.at;
}

static bool read_location(struct reader *reader, struct span name, unsigned *observable) {
  take_element(reader, &name);
  int location = reader_location(reader, name);
  if (location < 0) return false;
  const struct location *named = &reader->program->locations[location];
  int64_t element = 0;
  if (!named->elements && cursor_peek(&reader->cursor) == '[')
    return cursor_fail(&reader->cursor, name, "\"%.*s\" is no array", SPAN(&reader->cursor, name));
  if (named->elements && !array_element(reader, named->elements, &element)) return false;
  *observable = observable_of(reader, (struct observable){ .index = (unsigned)location,
                                                           .element = (unsigned)element,
                                                           .type = shown(reader, named->type) });
  return true;
}

static bool read_cell(struct reader *reader, unsigned *observable) {
  struct cursor *cursor = &reader->cursor;
  struct span span;
  int64_t id;
  if (reader_accept_thread(cursor, &id, &span)) return read_register(reader, id, span, observable);
  bool bracket = cursor_accept(cursor, "[");
  if (!cursor_word(cursor, &span))
    return cursor_expected(cursor, "a register (P0:r0) or a location");
  bool inside = bracket && cursor_peek(cursor) == '['; /* [x[1]] */
  if (bracket && !inside && !cursor_expect(cursor, "]", "\"]\"")) return false;
  return read_location(reader, span, observable) &&
         (!inside || cursor_expect(cursor, "]", "\"]\""));
}

/* The array whose name comes next without the number of an element, or -1. */
static int array_ahead(const struct reader *reader) {
  struct cursor ahead = reader->cursor;
  struct span word;
  if (cursor_starts_number(&ahead) || !cursor_word(&ahead, &word)) return -1;
  int location = reader_find_location(reader, word);
  return location >= 0 && reader->program->locations[location].elements &&
                 cursor_peek(&ahead) != '['
             ? location
             : -1;
}

/* An element of an array that is observed as a whole. */
static unsigned element_of_whole(struct reader *reader, unsigned location, unsigned element) {
  const struct location *array = &reader->program->locations[location];
  struct observable cell = { .index = location,
                             .element = element,
                             .type = shown(reader, array->type),
                             .whole = array->elements,
                             .part = element };
  return observable_of(reader, cell);
}

bool observables_read(struct reader *reader) {
  struct span name;
  unsigned cell;
  int array = array_ahead(reader);
  if (array < 0) return read_cell(reader, &cell);
  cursor_word(&reader->cursor, &name);
  for (unsigned k = 0; k < reader->program->locations[array].elements; k++)
    element_of_whole(reader, (unsigned)array, k);
  return true;
}

/* ---- comparisons ---- */

static bool read_term(struct reader *reader, bool right, struct term *term) {
  struct cursor *cursor = &reader->cursor;
  struct span span;
  int64_t id;
  struct cursor ahead = *cursor;
  if (cursor_starts_number(cursor) && !reader_accept_thread(&ahead, &id, &span)) {
    term->is_constant = true;
    return cursor_number(cursor, &term->number);
  }
  struct span word = cursor_next_word(cursor);
  int location = right ? reader_find_location(reader, word) : -1;
  if (location >= 0 && reader->dialect->addresses) {
    cursor->at = word.start + word.length;
    *term = (struct term){ .is_constant = true };
    return array_address(reader, (unsigned)location, &term->number);
  }
  if (location >= 0)
    return cursor_fail(cursor, word,
                       "does this mean the address or the content? for the content, write [%.*s]",
                       SPAN(cursor, word));
  return read_cell(reader, &term->observable);
}

static bool read_comparison_sign(struct cursor *cursor, enum comparison *comparison) {
  static const struct cursor_word signs[] = { { "==", COMPARE_EQ }, { "!=", COMPARE_NE },
                                              { "<>", COMPARE_NE }, { "<=", COMPARE_LE },
                                              { ">=", COMPARE_GE }, { "<", COMPARE_LT },
                                              { ">", COMPARE_GT },  { NULL, 0 } };
  for (const struct cursor_word *sign = signs; sign->word; sign++)
    if (cursor_accept(cursor, sign->word)) {
      *comparison = (enum comparison)sign->value;
      return true;
    }
  *comparison = COMPARE_EQ;
  cursor_skip(cursor);
  struct cursor ahead = *cursor;
  if (cursor_accept(&ahead, "=>") || !cursor_accept(cursor, "="))
    return cursor_expected(cursor, "a comparison (=, ==, !=, <, <=, >, >=)");
  return true;
}

/* Gives a number the type of the other side, so that x=-1 may hold of a byte. */
static void share_type(const struct reader *reader, struct term *number, struct term cell) {
  if (number->is_constant && !cell.is_constant)
    number->type = reader->program->observables[cell.observable].type;
}

static struct condition *read_comparison(struct reader *reader) {
  struct cursor *cursor = &reader->cursor;
  struct condition read = { .kind = CONDITION_COMPARE };
  cursor_skip(cursor);
  if (++reader->term_count > TERMS_MAX) {
    cursor_fail(cursor, (struct span){ cursor->at, 1 }, "more than %d comparisons", TERMS_MAX);
    return NULL;
  }
  if (!read_term(reader, false, &read.left) || !read_comparison_sign(cursor, &read.comparison) ||
      !read_term(reader, true, &read.right))
    return NULL;
  share_type(reader, &read.left, read.right);
  share_type(reader, &read.right, read.left);
  struct condition *condition = condition_new(CONDITION_COMPARE, NULL, NULL);
  *condition = read;
  return condition;
}

/* The balanced tree over operands [from, to). */
static struct condition *balanced(enum condition_kind kind, struct condition **operands,
                                  size_t from, size_t to) {
  if (to - from == 1) return operands[from];
  size_t middle = from + (to - from + 1) / 2;
  return condition_new(kind, balanced(kind, operands, from, middle),
                       balanced(kind, operands, middle, to));
}

static void free_all(struct condition **operands, size_t count) {
  for (size_t i = 0; i < count; i++) condition_free(operands[i]);
}

/* x={1,2}: a value for each element. */
static struct condition *read_array(struct reader *reader, unsigned location) {
  struct cursor *cursor = &reader->cursor;
  const struct location *array = &reader->program->locations[location];
  VECTOR(struct condition *) elements = { 0 };
  enum comparison comparison;
  struct span name;
  bool good = cursor_word(cursor, &name) && read_comparison_sign(cursor, &comparison);
  if (good && comparison != COMPARE_EQ && comparison != COMPARE_NE)
    good = cursor_fail(cursor, name, "arrays have no order");
  good = good && cursor_expect(cursor, "{", "\"{\" and what each element holds");
  reader->term_count += array->elements;
  if (good && reader->term_count > TERMS_MAX)
    good = cursor_fail(cursor, name, "more than %d comparisons", TERMS_MAX);
  for (unsigned k = 0; good && k < array->elements; k++) {
    struct condition *element = condition_new(CONDITION_COMPARE, NULL, NULL);
    vector_push(elements, element);
    element->left.observable = element_of_whole(reader, location, k);
    element->right = (struct term){ .is_constant = true, .type = shown(reader, array->type) };
    good = (!k || cursor_expect(cursor, ",", "\",\" and what the next element holds")) &&
           cursor_number(cursor, &element->right.number);
  }
  good = good && cursor_expect(cursor, "}", "\"}\"");
  if (!good) free_all(elements.items, elements.length);
  struct condition *all = good ? balanced(CONDITION_AND, elements.items, 0, elements.length) : NULL;
  vector_free(elements);
  return all && comparison == COMPARE_NE ? condition_new(CONDITION_NOT, all, NULL) : all;
}

static struct condition *read_atom(struct reader *reader) {
  int array = array_ahead(reader);
  return array >= 0 ? read_array(reader, (unsigned)array) : read_comparison(reader);
}

static struct condition *read_implication(struct reader *reader, unsigned depth);

static struct condition *read_unary(struct reader *reader, unsigned depth) {
  struct cursor *cursor = &reader->cursor;
  cursor_skip(cursor);
  if (depth > NESTING_MAX) {
    cursor_fail(cursor, (struct span){ cursor->at, 1 }, "the condition nests deeper than %d",
                NESTING_MAX);
    return NULL;
  }
  if (cursor_accept(cursor, "~") || cursor_accept_word(cursor, "not")) {
    struct condition *operand = read_unary(reader, depth + 1);
    return operand ? condition_new(CONDITION_NOT, operand, NULL) : NULL;
  }
  if (cursor_accept_word(cursor, "true")) return condition_new(CONDITION_TRUE, NULL, NULL);
  if (cursor_accept_word(cursor, "false")) return condition_new(CONDITION_FALSE, NULL, NULL);
  if (!cursor_accept(cursor, "(")) return read_atom(reader);
  struct condition *inner = read_implication(reader, depth + 1);
  if (inner && cursor_expect(cursor, ")", "\")\", /\\, \\/ or =>")) return inner;
  condition_free(inner);
  return NULL;
}

/* Operands joined by \/, or by /\ where kind is CONDITION_AND. */
static struct condition *read_chain(struct reader *reader, enum condition_kind kind,
                                    unsigned depth) {
  VECTOR(struct condition *) operands = { 0 };
  const char *symbol = kind == CONDITION_OR ? "\\/" : "/\\";
  struct condition *condition = NULL;
  do {
    condition =
        kind == CONDITION_OR ? read_chain(reader, CONDITION_AND, depth) : read_unary(reader, depth);
    if (condition) vector_push(operands, condition);
  } while (condition && cursor_accept(&reader->cursor, symbol));
  if (condition) condition = balanced(kind, operands.items, 0, operands.length);
  else free_all(operands.items, operands.length);
  vector_free(operands);
  return condition;
}

static struct condition *read_implication(struct reader *reader, unsigned depth) {
  struct condition *left = read_chain(reader, CONDITION_OR, depth);
  if (!left || !cursor_accept(&reader->cursor, "=>")) return left;
  struct condition *right = NULL;
  if (depth < NESTING_MAX) right = read_implication(reader, depth + 1);
  else
    cursor_fail(&reader->cursor, (struct span){ reader->cursor.at, 1 },
                "the condition nests deeper than %d", NESTING_MAX);
  if (right) return condition_new(CONDITION_IMPLIES, left, right);
  condition_free(left);
  return NULL;
}

struct condition *condition_read(struct reader *reader) {
  return read_implication(reader, 0);
}

struct conditions {
  struct condition **items;
  size_t length, room;
};

/* "x=1; 1:r0=0;": appends each; false on error. */
static bool read_observed_state(struct reader *reader, struct conditions *atoms) {
  struct cursor *cursor = &reader->cursor;
  while (!cursor_at_end(cursor) && !span_is(cursor, cursor_next_word(cursor), "and")) {
    struct condition *atom = read_atom(reader);
    if (!atom) return false;
    vector_push(*atoms, atom);
    if (!cursor_expect(cursor, ";", "\";\"")) return false;
  }
  return true;
}

struct condition *condition_read_observed(struct reader *reader) {
  struct conditions states = { 0 };
  struct condition *any = NULL;
  bool good;
  do {
    struct conditions atoms = { 0 };
    good = read_observed_state(reader, &atoms);
    if (!good) free_all(atoms.items, atoms.length);
    else if (!atoms.length) vector_push(states, condition_new(CONDITION_TRUE, NULL, NULL));
    else vector_push(states, balanced(CONDITION_AND, atoms.items, 0, atoms.length));
    vector_free(atoms);
  } while (good && cursor_accept_word(&reader->cursor, "and"));
  if (good) any = balanced(CONDITION_OR, states.items, 0, states.length);
  else free_all(states.items, states.length);
  vector_free(states);
  return any;
}
