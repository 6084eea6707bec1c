/* Operands of instructions (PTX ISA 6). */
#include "extract/parse_operands.h"

#include "extract/parse_variable.h"

static bool read_operand(struct parsing *p, bool in_memory);

static bool too_many(const struct parsing *p) {
  return p->function->operands.length > UINT32_MAX / 2;
}

/* Special registers begin with '%', and no declaration has them. */
static bool is_special(const struct parsing *p, struct span name) {
  return p->lexer.source->text[name.start] == '%';
}

/* A name without what may be added to it. */
static bool read_name(struct parsing *p, struct ptx_operand *operand) {
  if (!lexer_word(&p->lexer, &operand->span, "an operand")) return false;
  if (lexer_span_is(&p->lexer, operand->span, "_")) {
    operand->kind = PTX_SINK;
    return true;
  }
  const struct binding *binding = parsing_find(p, operand->span, &operand->index);
  if (binding) operand->kind = binding->is_register ? PTX_REGISTER : PTX_VARIABLE;
  else operand->kind = is_special(p, operand->span) ? PTX_SPECIAL : PTX_NAME;
  return true;
}

static bool read_number(struct parsing *p, int64_t *number, const char *what) {
  bool minus = lexer_accept(&p->lexer, "-");
  if (p->lexer.token.kind != TOKEN_NUMBER) return lexer_expected(&p->lexer, what);
  uint64_t bits = p->lexer.token.number;
  *number = (int64_t)(minus ? -bits : bits);
  lexer_next(&p->lexer);
  return true;
}

/* "+4" and "+-4", behind a register or a variable. */
static bool read_offset(struct parsing *p, struct ptx_operand *operand) {
  if (lexer_accept(&p->lexer, "+")) return read_number(p, &operand->number, "a number");
  if (operand->in_memory && lexer_is(&p->lexer, "-"))
    return read_number(p, &operand->number, "a number");
  return true;
}

static bool read_simple(struct parsing *p, bool in_memory) {
  struct ptx_operand operand = { .in_memory = in_memory, .span = p->lexer.token.span };
  operand.negated = lexer_accept(&p->lexer, "!");
  bool good;
  if (p->lexer.token.kind == TOKEN_NUMBER || lexer_is(&p->lexer, "-")) {
    operand.kind = PTX_NUMBER;
    good = read_number(p, &operand.number, "a number");
  } else good = read_name(p, &operand) && read_offset(p, &operand);
  if (good && too_many(p)) good = lexer_expected(&p->lexer, "fewer operands");
  vector_push(p->function->operands, operand);
  return good;
}

/* "{a, b}" or "(a, b)": an operand of its own, and the elements behind it. */
static bool read_list(struct parsing *p, const char *end) {
  size_t at = p->function->operands.length;
  struct ptx_operand list = { .kind = PTX_LIST, .span = p->lexer.token.span };
  vector_push(p->function->operands, list);
  while (!lexer_accept(&p->lexer, end)) {
    if (!read_operand(p, false)) return false;
    if (!lexer_is(&p->lexer, end) && !lexer_expect(&p->lexer, ",", "\",\"")) return false;
  }
  p->function->operands.items[at].count = (unsigned)(p->function->operands.length - at - 1);
  return true;
}

/* "p|q": two destinations of setp, as a list. */
static bool read_pair(struct parsing *p) {
  size_t at = p->function->operands.length - 1;
  if (!lexer_accept(&p->lexer, "|")) return true;
  struct ptx_operand first = p->function->operands.items[at];
  p->function->operands.items[at] =
      (struct ptx_operand){ .kind = PTX_LIST, .count = 2, .span = first.span };
  vector_push(p->function->operands, first);
  return read_simple(p, false);
}

static bool read_operand(struct parsing *p, bool in_memory) {
  if (lexer_accept(&p->lexer, "{")) return read_list(p, "}");
  if (lexer_accept(&p->lexer, "(")) return read_list(p, ")");
  if (lexer_accept(&p->lexer, "["))
    return read_operand(p, true) && lexer_expect(&p->lexer, "]", "\"]\"");
  return read_simple(p, in_memory) && read_pair(p);
}

bool parsing_operands(struct parsing *p) {
  if (lexer_accept(&p->lexer, ";")) return true;
  do {
    if (!read_operand(p, false)) return false;
  } while (lexer_accept(&p->lexer, ","));
  return lexer_expect(&p->lexer, ";", "\",\" or \";\"");
}
