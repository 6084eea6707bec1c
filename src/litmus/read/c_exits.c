/* Jumps out of loops: break, continue and return.
 *
 * `if (r) break; s;` means `if (r) break; else s;`.  So a branch around a jump joins where the jump
 * lands, and control dependencies reach that far. */
#include "litmus/read/c_exits.h"

static void add(struct c_reading *c, enum c_exit_kind kind, bool joins, unsigned instruction) {
  struct c_exit exit = { kind, joins, instruction, c->loops };
  vector_push(c->exits, exit);
}

bool c_exit(struct c_reading *c, enum c_exit_kind kind) {
  int jump = c_goto(c);
  if (jump < 0) return false;
  add(c, kind, false, (unsigned)jump);
  return true;
}

void c_exits_land(struct c_reading *c, enum c_exit_kind kind) {
  size_t kept = 0;
  for (size_t i = 0; i < c->exits.length; i++) {
    struct c_exit exit = c->exits.items[i];
    bool lands = exit.kind == kind && (kind == EXIT_RETURN || exit.depth == c->loops);
    if (!lands) c->exits.items[kept++] = exit;
    else if (exit.joins) c_join(c, (int)exit.instruction);
    else c_land(c, (int)exit.instruction);
  }
  c->exits.length = kept;
}

void c_exits_join(struct c_reading *c, int branch, size_t first) {
  enum c_exit_kind farthest = EXIT_CONTINUE;
  for (size_t i = first; i < c->exits.length; i++)
    if (c->exits.items[i].kind > farthest) farthest = c->exits.items[i].kind;
  if (first < c->exits.length) add(c, farthest, true, (unsigned)branch);
  else c_join(c, branch);
}
