/* Directives of a module, and the heads of functions (PTX ISA 5 and 11). */
#include "extract/module.h"

#include "extract/parse_function.h"
#include "extract/parse_variable.h"

const char *space_name(enum ptx_space space) {
  static const char *const names[] = { "", "global", "shared", "const", "local", "param" };
  return names[space];
}

static const struct space_word {
  const char *word;
  enum ptx_space space;
} space_words[] = {
  { ".global", SPACE_GLOBAL }, { ".shared", SPACE_SHARED },      { ".const", SPACE_CONST },
  { ".local", SPACE_LOCAL },   { ".shared::cta", SPACE_SHARED }, { NULL, SPACE_NONE },
};

/* ".reqntid 128, 1, 1" */
static bool read_sizes(struct parsing *p, unsigned sizes[3]) {
  for (unsigned i = 0; i < 3; i++) sizes[i] = 1;
  for (unsigned i = 0; i < 3; i++) {
    if (!lexer_count(&p->lexer, &sizes[i], "a number")) return false;
    if (!lexer_accept(&p->lexer, ",")) return true;
  }
  return true;
}

/* Other directives of performance: .maxntid 1, 1, 1; .minnctapersm 2; .pragma "x"; */
static void skip_directive(struct parsing *p) {
  lexer_next(&p->lexer);
  while (p->lexer.token.kind == TOKEN_NUMBER || p->lexer.token.kind == TOKEN_TEXT ||
         lexer_is(&p->lexer, ","))
    lexer_next(&p->lexer);
}

/* What stands between the parameters and the body. */
static bool read_directives(struct parsing *p) {
  struct function *function = p->function;
  while (p->lexer.token.kind == TOKEN_WORD) {
    bool good = true;
    if (lexer_accept(&p->lexer, ".reqntid")) good = read_sizes(p, function->cta);
    else if (lexer_accept(&p->lexer, ".reqnctapercluster"))
      good = read_sizes(p, function->clusters);
    else if (p->lexer.source->text[p->lexer.token.span.start] == '.') skip_directive(p);
    else return lexer_expected(&p->lexer, "\"{\"");
    if (!good) return false;
  }
  return true;
}

/* "(.param .u64 a, .param .u32 b)"; registers as parameters are of old PTX. */
static bool read_parameters(struct parsing *p, bool are_results) {
  unsigned index;
  if (!lexer_accept(&p->lexer, "(")) return true;
  while (!lexer_accept(&p->lexer, ")")) {
    if (!lexer_expect(&p->lexer, ".param", "a parameter (.param)") ||
        !parsing_variable(p, SPACE_PARAM, &index))
      return false;
    if (are_results) vector_push(p->function->results, index);
    else vector_push(p->function->parameters, index);
    if (!lexer_is(&p->lexer, ")") && !lexer_expect(&p->lexer, ",", "\",\" or \")\"")) return false;
  }
  return true;
}

/* A prototype and its body are one function each; whoever calls looks for the body. */
static bool read_function(struct parsing *p, bool is_entry) {
  struct function function = { .is_entry = is_entry };
  size_t outer = p->bindings.length;
  p->function = &function;
  bool good =
      read_parameters(p, true) && lexer_word(&p->lexer, &function.span, "a function's name");
  if (good) {
    function.name = lexer_copy(&p->lexer, function.span);
    good = read_parameters(p, false) && read_directives(p);
    function.has_body = good && lexer_is(&p->lexer, "{");
    if (function.has_body) good = parsing_body(p);
    else if (good) good = lexer_expect(&p->lexer, ";", "\"{\" or \";\"");
  }
  p->function = NULL;
  p->bindings.length = outer;
  vector_push(p->module->functions, function);
  return good;
}

/* Leaves out "{ ... }", as of .section. */
static bool skip_braces(struct parsing *p) {
  while (p->lexer.token.kind != TOKEN_END && !lexer_is(&p->lexer, "{")) lexer_next(&p->lexer);
  unsigned depth = 0;
  do {
    if (lexer_is(&p->lexer, "{")) depth++;
    else if (lexer_is(&p->lexer, "}")) depth--;
    lexer_next(&p->lexer);
  } while (depth && p->lexer.token.kind != TOKEN_END);
  return true;
}

/* ".target sm_90, debug" */
static bool skip_words(struct parsing *p) {
  lexer_next(&p->lexer);
  do lexer_next(&p->lexer);
  while (lexer_accept(&p->lexer, ","));
  return true;
}

static bool skip_statement(struct parsing *p) {
  while (p->lexer.token.kind != TOKEN_END && !lexer_accept(&p->lexer, ";")) lexer_next(&p->lexer);
  return true;
}

/* .visible and its kin say how files are linked. */
static bool accept_linking(struct parsing *p) {
  return lexer_accept(&p->lexer, ".visible") || lexer_accept(&p->lexer, ".extern") ||
         lexer_accept(&p->lexer, ".weak") || lexer_accept(&p->lexer, ".common") ||
         lexer_accept(&p->lexer, ".internal");
}

static bool read_directive(struct parsing *p) {
  struct lexer *lexer = &p->lexer;
  if (accept_linking(p)) return true;
  if (lexer_accept(lexer, ".entry")) return read_function(p, true);
  if (lexer_accept(lexer, ".func")) return read_function(p, false);
  for (const struct space_word *each = space_words; each->word; each++)
    if (lexer_accept(lexer, each->word)) return parsing_variables(p, each->space);
  if (lexer_is(lexer, ".section")) return skip_braces(p);
  if (lexer_is(lexer, ".version") || lexer_is(lexer, ".target") || lexer_is(lexer, ".address_size"))
    return skip_words(p);
  if (lexer_is(lexer, ".file") || lexer_is(lexer, ".loc")) {
    lexer_skip_line(lexer);
    return true;
  }
  if (lexer_is(lexer, ".pragma") || lexer_is(lexer, ".alias")) return skip_statement(p);
  if (lexer_is(lexer, ".texref") || lexer_is(lexer, ".surfref") || lexer_is(lexer, ".samplerref") ||
      lexer_is(lexer, ".tex"))
    return skip_statement(p);
  if (lexer_accept(lexer, ";")) return true;
  return lexer_expected(lexer, "a directive of PTX (.version, .entry, .func, .global)");
}

struct module *module_read(struct source source, struct diagnostic *error) {
  struct module *module = memory_new(1, sizeof *module);
  module->source = source;
  struct parsing p = { .module = module };
  lexer_start(&p.lexer, &module->source, error);
  bool good = true;
  if (!lexer_is(&p.lexer, ".version"))
    good = lexer_expected(&p.lexer, ".version, which begins PTX");
  while (good && p.lexer.token.kind != TOKEN_END) good = read_directive(&p);
  vector_free(p.bindings);
  if (good) return module;
  module_free(module);
  return NULL;
}

static void free_function(struct function *function) {
  for (size_t i = 0; i < function->registers.length; i++)
    memory_free(function->registers.items[i].name);
  memory_free(function->name);
  vector_free(function->parameters);
  vector_free(function->results);
  vector_free(function->registers);
  vector_free(function->operands);
  vector_free(function->code);
  vector_free(function->labels);
}

void module_free(struct module *module) {
  if (!module) return;
  for (size_t i = 0; i < module->variables.length; i++) {
    memory_free(module->variables.items[i].name);
    memory_free(module->variables.items[i].contents);
  }
  for (size_t i = 0; i < module->functions.length; i++) free_function(&module->functions.items[i]);
  vector_free(module->variables);
  vector_free(module->functions);
  memory_free(module);
}
