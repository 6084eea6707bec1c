/* Control statements of C-like dialects.
 *
 * Loops stay loops and are bounded when the program is unfolded.  The ways of an if or a while meet
 * behind it, where control dependencies end, as in herd. */
#include <string.h>
#include "litmus/read/c_control.h"
#include "litmus/read/c_exits.h"
#include "litmus/read/c_expression.h"
#include "litmus/read/c_statement.h"

static bool semicolon(struct c_reading *c) { return cursor_expect(c->cursor, ";", "\";\""); }

static bool read_condition(struct c_reading *c, struct operand *condition) {
  return cursor_expect(c->cursor, "(", "\"(\"") && c_expression(c, condition) &&
         cursor_expect(c->cursor, ")", "an operator or \")\"");
}

static bool read_if(struct c_reading *c) {
  struct operand condition;
  if (!read_condition(c, &condition)) return false;
  size_t exits = c->exits.length;
  int branch = c_branch_if_zero(c, condition);
  if (branch < 0 || !c_statement(c)) return false;
  if (cursor_accept_word(c->cursor, "else")) {
    int over = c_goto(c);
    if (over < 0) return false;
    c_land(c, branch);
    if (!c_statement(c)) return false;
    c_land(c, over);
  } else {
    c_land(c, branch);
  }
  c_exits_join(c, branch, exits);
  return true;
}

/* ---- loops ---- */

/* The body, up to where continue goes on. */
static bool read_body(struct c_reading *c) {
  c->loops++;
  if (!c_statement(c)) return false;
  c_exits_land(c, EXIT_CONTINUE);
  return true;
}

/* Ends a loop: jumps back to `start`.  The branch that leaves the loop (-1: none) and each break
 * land behind. */
static bool close_loop(struct c_reading *c, int branch, unsigned start) {
  int again = c_goto(c);
  if (again < 0) return false;
  c_jump_to(c, again, start);
  if (branch >= 0) c_meet(c, branch);
  c_exits_land(c, EXIT_BREAK);
  c->loops--;
  return true;
}

static bool read_while(struct c_reading *c) {
  unsigned start = c_thread(c)->length;
  struct operand condition;
  if (!read_condition(c, &condition)) return false;
  int branch = c_branch_if_zero(c, condition);
  return branch >= 0 && read_body(c) && close_loop(c, branch, start);
}

static bool read_do(struct c_reading *c) {
  unsigned start = c_thread(c)->length;
  struct operand condition;
  if (!read_body(c)) return false;
  if (!cursor_accept_word(c->cursor, "while")) return cursor_expected(c->cursor, "while");
  if (!read_condition(c, &condition)) return false;
  int branch = c_branch_if_zero(c, condition);
  return branch >= 0 && close_loop(c, branch, start) && semicolon(c);
}

/* Expressions between commas, for their effects. */
static bool read_effects(struct c_reading *c) {
  do {
    if (!c_effect(c)) return false;
  } while (cursor_accept(c->cursor, ","));
  return true;
}

/* Moves to the parenthesis that closes the one before. */
static bool skip_to_parenthesis(struct cursor *cursor) {
  for (unsigned open = 1; !cursor_at_end(cursor); cursor->at++) {
    char next = cursor_peek(cursor);
    open += next == '(';
    open -= next == ')';
    if (!open) return true;
  }
  return cursor_expected(cursor, "\")\"");
}

/* The third part of a for, which stands at `at` and runs behind the body. */
static bool read_step(struct c_reading *c, size_t at) {
  size_t behind = c->cursor->at;
  c->cursor->at = at;
  bool good = cursor_peek(c->cursor) == ')' ||
              (read_effects(c) && cursor_expect(c->cursor, ")", "\",\" or \")\""));
  c->cursor->at = behind;
  return good;
}

/* The first two parts of a for.  branch: leaves the loop where the condition is 0; -1: none does.
 */
static bool read_for_head(struct c_reading *c, unsigned *start, int *branch) {
  struct operand condition;
  bool declares;
  *branch = -1;
  if (!cursor_expect(c->cursor, "(", "\"(\"") || !c_declaration(c, &declares)) return false;
  if (!declares && ((cursor_peek(c->cursor) != ';' && !read_effects(c)) || !semicolon(c)))
    return false;
  *start = c_thread(c)->length;
  if (cursor_accept(c->cursor, ";")) return true;
  if (!c_expression(c, &condition)) return false;
  *branch = c_branch_if_zero(c, condition);
  return *branch >= 0 && semicolon(c);
}

static bool read_for(struct c_reading *c) {
  unsigned start;
  int branch;
  if (!read_for_head(c, &start, &branch)) return false;
  cursor_skip(c->cursor);
  size_t step = c->cursor->at;
  return skip_to_parenthesis(c->cursor) && cursor_expect(c->cursor, ")", "\")\"") && read_body(c) &&
         read_step(c, step) && close_loop(c, branch, start);
}

/* ---- the table ---- */

static bool read_exit(struct c_reading *c, struct span word, enum c_exit_kind kind) {
  if (kind != EXIT_RETURN && !c->loops)
    return cursor_fail(c->cursor, word, "%.*s stands in no loop", SPAN(c->cursor, word));
  return c_exit(c, kind) && semicolon(c);
}

static bool refuse(struct c_reading *c, struct span word, const char *instead) {
  return cursor_fail(c->cursor, word, "unsupported: %.*s (write %s)", SPAN(c->cursor, word),
                     instead);
}

bool c_control(struct c_reading *c, bool *found) {
  struct cursor ahead = *c->cursor;
  struct span word;
  *found = cursor_word(&ahead, &word);
  if (!*found || cursor_peek(&ahead) == '=') { /* some tests have a variable called continue */
    *found = false;
    return true;
  }
  size_t before = c->cursor->at;
  c->cursor->at = ahead.at;
  if (span_is(c->cursor, word, "if")) return read_if(c);
  if (span_is(c->cursor, word, "while")) return read_while(c);
  if (span_is(c->cursor, word, "do")) return read_do(c);
  if (span_is(c->cursor, word, "for")) return read_for(c);
  if (span_is(c->cursor, word, "break")) return read_exit(c, word, EXIT_BREAK);
  if (span_is(c->cursor, word, "continue")) return read_exit(c, word, EXIT_CONTINUE);
  if (span_is(c->cursor, word, "return")) return read_exit(c, word, EXIT_RETURN);
  if (span_is(c->cursor, word, "switch")) return refuse(c, word, "if and else");
  if (span_is(c->cursor, word, "goto")) return refuse(c, word, "a loop with break or continue");
  c->cursor->at = before;
  *found = false;
  return true;
}
