/* Bodies of functions: registers, blocks, labels and instructions (PTX ISA 4.3, 5.4, 9.3). */
#include "extract/parse_function.h"

#include <string.h>
#include "extract/parse_operands.h"
#include "extract/parse_variable.h"

enum { REGISTERS_MOST = 1 << 20, INSTRUCTIONS_MOST = 1 << 20 };

/* ---- registers ---- */

static void add_register(struct parsing *p, char *name, unsigned bits) {
  struct ptx_register new = { .name = name, .bits = bits };
  vector_push(p->function->registers, new);
}

static bool read_range(struct parsing *p, struct span name, unsigned bits, unsigned *count) {
  struct lexer *lexer = &p->lexer;
  if (!lexer_count(lexer, count, "a number of registers") || !lexer_expect(lexer, ">", "\">\""))
    return false;
  if (p->function->registers.length + *count > REGISTERS_MOST)
    return lexer_expected(lexer, "fewer registers");
  for (unsigned i = 0; i < *count; i++)
    add_register(p, memory_format("%.*s%u", (int)name.length, lexer->source->text + name.start, i),
                 bits);
  return true;
}

/* ".reg .b32 %r<9>, t;" */
static bool read_registers(struct parsing *p) {
  struct lexer *lexer = &p->lexer;
  struct span name, type = lexer->token.span;
  int bytes = parsing_type(p, type);
  if (bytes < 0) return lexer_expected(lexer, "the type of registers (.b32, .pred or the like)");
  lexer_next(lexer);
  unsigned bits = bytes ? (unsigned)bytes * 8 : 1;
  do {
    struct binding binding = { .is_register = true,
                               .index = (unsigned)p->function->registers.length };
    if (!lexer_word(lexer, &name, "a register's name")) return false;
    binding.name = name;
    if (lexer_accept(lexer, "<")) {
      if (!read_range(p, name, bits, &binding.count)) return false;
    } else add_register(p, lexer_copy(lexer, name), bits);
    parsing_bind(p, binding);
  } while (lexer_accept(lexer, ","));
  return lexer_expect(lexer, ";", "\";\"");
}

/* ---- instructions ---- */

/* "@%p1" or "@!%p1" */
static bool read_guard(struct parsing *p, struct ptx_instruction *instruction) {
  struct span name;
  unsigned index;
  if (!lexer_accept(&p->lexer, "@")) return true;
  instruction->guard_negated = lexer_accept(&p->lexer, "!");
  struct token found = p->lexer.token;
  if (!lexer_word(&p->lexer, &name, "a predicate")) return false;
  const struct binding *binding = parsing_find(p, name, &index);
  if (!binding || !binding->is_register) {
    p->lexer.token = found;
    return lexer_expected(&p->lexer, "a predicate that .reg declares");
  }
  instruction->guard = (int)index;
  return true;
}

static bool read_instruction(struct parsing *p) {
  struct ptx_instruction instruction = { .guard = NO_GUARD,
                                         .first = (unsigned)p->function->operands.length };
  if (p->function->code.length >= INSTRUCTIONS_MOST)
    return lexer_expected(&p->lexer, "fewer instructions");
  if (!read_guard(p, &instruction) ||
      !lexer_word(&p->lexer, &instruction.mnemonic, "an instruction") || !parsing_operands(p))
    return false;
  instruction.count = (unsigned)p->function->operands.length - instruction.first;
  vector_push(p->function->code, instruction);
  return true;
}

/* "name:", where that comes next. */
static bool accept_label(struct parsing *p) {
  struct token word = p->lexer.token;
  size_t at = p->lexer.at;
  if (word.kind != TOKEN_WORD) return false;
  lexer_next(&p->lexer);
  if (lexer_accept(&p->lexer, ":")) {
    struct ptx_label label = { word.span, (unsigned)p->function->code.length };
    vector_push(p->function->labels, label);
    return true;
  }
  p->lexer.at = at;
  p->lexer.token = word;
  return false;
}

/* ---- blocks ---- */

static bool skip_to_semicolon(struct parsing *p) {
  while (!lexer_accept(&p->lexer, ";")) {
    if (p->lexer.token.kind == TOKEN_END) return lexer_expected(&p->lexer, "\";\"");
    lexer_next(&p->lexer);
  }
  return true;
}

static bool accept_ignored(struct parsing *p, bool *good) {
  if (lexer_is(&p->lexer, ".loc") || lexer_is(&p->lexer, ".file")) {
    lexer_skip_line(&p->lexer);
    return true;
  }
  if (!lexer_is(&p->lexer, ".pragma")) return false;
  *good = skip_to_semicolon(p);
  return true;
}

/* A variable of the function: .shared, .local, .param of a call, .const or .global. */
static bool accept_variables(struct parsing *p, bool *good) {
  for (enum ptx_space space = SPACE_GLOBAL; space <= SPACE_PARAM; space++) {
    char *word = memory_format(".%s", space_name(space));
    bool is_it = lexer_accept(&p->lexer, word);
    memory_free(word);
    if (!is_it) continue;
    *good = parsing_variables(p, space);
    return true;
  }
  return false;
}

static bool read_statement(struct parsing *p) {
  bool good = true;
  if (lexer_accept(&p->lexer, ";")) return true;
  if (lexer_accept(&p->lexer, ".reg")) return read_registers(p);
  if (accept_ignored(p, &good) || accept_variables(p, &good)) return good;
  return accept_label(p) || read_instruction(p);
}

/* Up to the brace that ends the body; inner braces part scopes of names. */
static bool read_blocks(struct parsing *p) {
  VECTOR(size_t) outer = { 0 };
  bool good = true;
  do {
    if (lexer_accept(&p->lexer, "{")) vector_push(outer, p->bindings.length);
    else if (lexer_accept(&p->lexer, "}")) p->bindings.length = outer.items[--outer.length];
    else if (p->lexer.token.kind == TOKEN_END) good = lexer_expected(&p->lexer, "\"}\"");
    else good = read_statement(p);
  } while (good && outer.length);
  vector_free(outer);
  return good;
}

/* ---- jumps ---- */

static const struct ptx_label *label_named(const struct parsing *p, struct span name) {
  const char *text = p->lexer.source->text;
  for (size_t i = 0; i < p->function->labels.length; i++) {
    struct span span = p->function->labels.items[i].span;
    if (span.length == name.length && !memcmp(text + span.start, text + name.start, name.length))
      return &p->function->labels.items[i];
  }
  return NULL;
}

static bool find_targets(struct parsing *p) {
  for (size_t i = 0; i < p->function->code.length; i++) {
    struct ptx_instruction *instruction = &p->function->code.items[i];
    const struct ptx_operand *first = &p->function->operands.items[instruction->first];
    const char *word = p->lexer.source->text + instruction->mnemonic.start;
    bool jumps =
        strncmp(word, "bra", 3) == 0 && !(instruction->mnemonic.length > 3 && word[3] != '.');
    if (!jumps || instruction->count == 0 || first->kind != PTX_NAME) continue;
    const struct ptx_label *label = label_named(p, first->span);
    if (!label)
      return diagnostic_at(p->lexer.error, p->lexer.source, first->span,
                           "expected a label of this function, found \"%.*s\"",
                           (int)first->span.length, p->lexer.source->text + first->span.start);
    instruction->target = label->at;
  }
  return true;
}

bool parsing_body(struct parsing *p) { return read_blocks(p) && find_targets(p); }
