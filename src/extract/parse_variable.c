/* Declarations of variables and parameters (PTX ISA 5.1 to 5.5). */
#include "extract/parse_variable.h"

#include <stdlib.h>
#include <string.h>
#include "base/text.h"

enum { BYTES_MAX = 1 << 20 };

int parsing_type(const struct parsing *p, struct span word) {
  const char *type = p->lexer.source->text + word.start;
  if (lexer_span_is(&p->lexer, word, ".pred")) return 0;
  if (lexer_span_is(&p->lexer, word, ".f16x2") || lexer_span_is(&p->lexer, word, ".bf16x2"))
    return 4;
  if (lexer_span_is(&p->lexer, word, ".bf16")) return 2;
  if (word.length < 3 || !strchr("busf", type[1])) return -1;
  unsigned long bits = strtoul(type + 2, NULL, 10);
  bool known = bits == 8 || bits == 16 || bits == 32 || bits == 64 || bits == 128;
  return known ? (int)(bits / 8) : -1;
}

void parsing_bind(struct parsing *p, struct binding binding) { vector_push(p->bindings, binding); }

/* The number behind the prefix of a range, which has no leading zero; -1: none. */
static int64_t number_behind(const char *text, size_t length) {
  if (length == 0 || length > 9 || (*text == '0' && length > 1)) return -1;
  int64_t number = 0;
  for (size_t i = 0; i < length; i++) {
    if (text[i] < '0' || text[i] > '9') return -1;
    number = number * 10 + (text[i] - '0');
  }
  return number;
}

static bool is_bound(const struct parsing *p, const struct binding *binding, struct span name,
                     unsigned *index) {
  const char *text = p->lexer.source->text;
  size_t length = binding->name.length;
  if (name.length < length || memcmp(text + name.start, text + binding->name.start, length))
    return false;
  *index = binding->index;
  if (binding->count == 0) return name.length == length;
  int64_t number = number_behind(text + name.start + length, name.length - length);
  *index += (unsigned)number;
  return number >= 0 && number < binding->count;
}

const struct binding *parsing_find(const struct parsing *p, struct span name, unsigned *index) {
  for (size_t i = p->bindings.length; i-- > 0;)
    if (is_bound(p, &p->bindings.items[i], name, index)) return &p->bindings.items[i];
  return NULL;
}

/* ---- initial values ---- */

static void put_value(struct variable *variable, uint64_t at, uint64_t value) {
  if (!variable->contents && variable->bytes && variable->bytes <= BYTES_MAX)
    variable->contents = memory_new(variable->bytes, 1);
  for (unsigned i = 0; i < variable->element && i < 8; i++)
    if (variable->contents && at + i < variable->bytes)
      variable->contents[at + i] = (uint8_t)(value >> 8 * i);
}

/* A number, or an address such as generic(x)+4, of which only the fact is kept. */
static bool read_value(struct parsing *p, struct variable *variable, uint64_t *at) {
  struct lexer *lexer = &p->lexer;
  bool minus = lexer_accept(lexer, "-");
  if (lexer->token.kind == TOKEN_NUMBER) {
    put_value(variable, *at, minus ? -lexer->token.number : lexer->token.number);
    lexer_next(lexer);
  } else {
    struct span name;
    if (!lexer_word(lexer, &name, "a number or a name")) return false;
    variable->has_address = true;
    while (lexer_is(lexer, "(") || lexer_is(lexer, ")") || lexer_is(lexer, "+") ||
           lexer->token.kind == TOKEN_WORD || lexer->token.kind == TOKEN_NUMBER)
      lexer_next(lexer);
  }
  *at += variable->element;
  return true;
}

static bool read_values(struct parsing *p, struct variable *variable) {
  uint64_t at = 0;
  unsigned depth = 0;
  do {
    if (lexer_accept(&p->lexer, "{")) depth++;
    else if (lexer_accept(&p->lexer, "}")) depth--;
    else if (!lexer_accept(&p->lexer, ",") && !read_value(p, variable, &at)) return false;
  } while (depth);
  return true;
}

/* ---- declarations ---- */

/* .align 4, .ptr, .global, .attribute(...), .v4, and the type. */
static bool read_type(struct parsing *p, struct variable *variable) {
  struct lexer *lexer = &p->lexer;
  unsigned times = 1, align;
  for (;;) {
    struct span word = lexer->token.span;
    int bytes = lexer->token.kind == TOKEN_WORD ? parsing_type(p, word) : -1;
    if (lexer_accept(lexer, ".align")) {
      if (!lexer_count(lexer, &align, "an alignment")) return false;
    } else if (lexer_accept(lexer, ".attribute")) {
      while (lexer->token.kind != TOKEN_END && !lexer_accept(lexer, ")")) lexer_next(lexer);
    } else if (lexer_is(lexer, ".v2") || lexer_is(lexer, ".v4")) {
      times = lexer_accept(lexer, ".v2") ? 2 : (lexer_next(lexer), 4);
    } else if (bytes >= 0) {
      variable->element = (unsigned)bytes * times;
      lexer_next(lexer);
      if (!lexer_accept(lexer, ".ptr")) return true;
      while (lexer_accept(lexer, ".global") || lexer_accept(lexer, ".shared") ||
             lexer_accept(lexer, ".const") || lexer_accept(lexer, ".local"))
        continue;
      return !lexer_accept(lexer, ".align") || lexer_count(lexer, &align, "an alignment");
    } else return lexer_expected(lexer, "a type (.u32, .b64 or the like)");
  }
}

/* [4][2], or [] for what another file or the launch says. */
static bool read_dimensions(struct parsing *p, struct variable *variable) {
  struct lexer *lexer = &p->lexer;
  variable->bytes = variable->element;
  while (lexer_accept(lexer, "[")) {
    unsigned count = 0;
    if (!lexer_is(lexer, "]") && !lexer_count(lexer, &count, "a number of elements")) return false;
    if (count > BYTES_MAX) return lexer_expected(lexer, "fewer elements");
    variable->bytes *= count;
    if (!lexer_expect(lexer, "]", "\"]\"")) return false;
  }
  return true;
}

static bool read_named(struct parsing *p, struct variable variable, unsigned *index) {
  struct lexer *lexer = &p->lexer;
  if (!lexer_word(lexer, &variable.span, "a name") || !read_dimensions(p, &variable)) return false;
  bool good = !lexer_accept(lexer, "=") || read_values(p, &variable);
  variable.name = lexer_copy(lexer, variable.span);
  *index = (unsigned)p->module->variables.length;
  vector_push(p->module->variables, variable);
  parsing_bind(p, (struct binding){ .name = variable.span, .index = *index });
  return good;
}

bool parsing_variable(struct parsing *p, enum ptx_space space, unsigned *index) {
  struct variable variable = { .space = space };
  return read_type(p, &variable) && read_named(p, variable, index);
}

bool parsing_variables(struct parsing *p, enum ptx_space space) {
  struct variable variable = { .space = space };
  unsigned index;
  if (!read_type(p, &variable)) return false;
  do {
    if (!read_named(p, variable, &index)) return false;
  } while (lexer_accept(&p->lexer, ","));
  return lexer_expect(&p->lexer, ";", "\";\"");
}
