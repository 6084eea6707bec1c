/* The flags that can still be raised.
 *
 * If only outcomes and flags are asked for, the search may skip executions that show nothing new.
 * A race that is known only with coherence would keep it from doing so.  So each flag that is
 * raised by the content of a relation gets a larger relation that the events alone fix, if there is
 * one: without content there, the flag stays down.  Of a difference, a smaller subtrahend will do,
 * such as a part of a union.  Races of C11 become conflicts of accesses that are not atomic,
 * without pairs that program order or the initial state orders. */
#include "cat/flags.h"

#include "cat/bounds.h"
#include "cat/polarity.h"

/* A relation that contains this one and that the events fix; or BASE_COUNT. */
static cat_slot most_of(struct cat_builder *b, cat_slot slot) {
  uint8_t *changes = memory_new(b->slots.length, 1);
  for (size_t i = 0; i < b->slots.length; i++)
    if (b->slots.items[i].definition == NO_DEFINITION && b->slots.items[i].level > LEVEL_EVENTS)
      changes[i] = DEPENDS_POSITIVELY | DEPENDS_NEGATIVELY;
  cat_slot most = cat_bound(b, slot, changes, MOST);
  return most == NO_BOUND || b->full ? BASE_COUNT : most;
}

void cat_find_flags(struct cat_builder *b) {
  struct cat_code *code = b->code;
  size_t count = b->operations.length; /* without what is built below */
  for (size_t i = 0; i < count; i++) {
    struct cat_operation operation = b->operations.items[i].operation;
    if (operation.kind != OPERATION_TEST || code->tests.items[operation.right].flag < 0) continue;
    const struct cat_axiom *axiom = &code->tests.items[operation.right];
    bool of_content = axiom->test == TEST_EMPTY && axiom->negated;
    struct cat_flag flag = { (unsigned)axiom->flag, operation.level,
                             of_content ? most_of(b, operation.left) : BASE_COUNT };
    if (flag.needs != BASE_COUNT) cat_builder_need(b, flag.needs, NEEDED);
    vector_push(code->flag_tests, flag);
    if (flag.level > code->flag_level) code->flag_level = flag.level;
  }
}
