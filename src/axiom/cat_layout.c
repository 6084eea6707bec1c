/* The last step of the compiler: what is not needed goes, the rest is laid out by level, and four questions about the
 * whole model are answered, whose answers let the candidates skip work without losing an outcome.
 *
 * Early tests.  An axiom that is known once every read has its source, and in which rf occurs only positively, can only
 * get worse as reads are given sources; it is tested after each one.  The same holds of co and the pairs of writes that
 * have been ordered.
 *
 * Bounds.  More generally, an axiom in which rf, syncbar, sync_fence and co all occur only positively fails for good as
 * soon as it fails of less than what an execution will have of each.
 *
 * Uniproc.  If some axiom is acyclic over (at least) po-loc, rf, co and fr, then coherence must contain what each
 * thread's own accesses to a location show of it, and candidates start from there (reads.c).  An axiom
 * irreflexive (a ; b+), with po-loc in a, and rf, co and fr in b, says no less: where co is total, every cycle of
 * uniproc contains one of a single po-loc step.
 *
 * Atomicity.  Where rmw & (fre ; coe) is empty and co total, two read-modify-writes of different threads never read
 * from one write.
 *
 * Total or partial coherence.  A model that demands totality itself, by an axiom of the form `empty X \ (co | co^-1)`,
 * means coherence to be partial beyond X; this axiom is the mark.  Any other model gets total orders.
 *
 * The least partial orders.  When X, and Y of every axiom `empty Y \ co`, are known before coherence, and every other
 * axiom can only be broken and never be mended by more coherence, then a coherence order that is larger than some
 * other consistent one shows nothing new: fewer executions, and final values that the smaller order has too (it has
 * more maximal writes).  So it is enough to orient the pairs of X, to add Y and the initial writes, and to close. */
#include "axiom/cat_builder.h"

#include "base/memory.h"

static const struct cat_operation *definition(const struct cat_builder *builder, cat_slot slot) {
  int index = builder->slots.items[slot].definition;
  return index == NO_DEFINITION ? NULL : &builder->operations.items[index].operation;
}

/* ---- what is needed ---- */

static bool has_right(const struct cat_operation *operation) {
  switch ((enum cat_operation_kind)operation->kind) {
    case OPERATION_UNION: case OPERATION_INTERSECTION: case OPERATION_DIFFERENCE: case OPERATION_SEQUENCE:
    case OPERATION_PRODUCT: case OPERATION_FROM: case OPERATION_TO:
      return true;
    default:
      return false;
  }
}

static void need(struct cat_builder *builder, cat_slot slot, uint8_t live);

static void need_operands(struct cat_builder *builder, const struct cat_operation *operation, uint8_t live) {
  switch ((enum cat_operation_kind)operation->kind) {
    case OPERATION_NOTHING:
      break;
    case OPERATION_FIXPOINT: {
      const struct cat_fixpoint *fixpoint = &builder->code->fixpoints.items[operation->left];
      for (size_t i = 0; i < fixpoint->results.length; i++) need(builder, fixpoint->results.items[i], live);
      for (size_t i = 0; i < fixpoint->variables.length; i++)
        if (!builder->slots.items[fixpoint->variables.items[i]].live)
          builder->slots.items[fixpoint->variables.items[i]].live = live;
      break;
    }
    default:
      need(builder, operation->left, live);
      if (has_right(operation)) need(builder, operation->right, live);
  }
}

static void need(struct cat_builder *builder, cat_slot slot, uint8_t live) {
  struct cat_slot_info *info = &builder->slots.items[slot];
  if (info->live) return;
  info->live = live;
  if (info->definition == NO_DEFINITION) return;
  const struct cat_built *built = &builder->operations.items[info->definition];
  need_operands(builder, &built->operation, live);
  if (built->home >= 0) need(builder, builder->code->fixpoints.items[built->home].variables.items[0], live);
}

static void need_roots(struct cat_builder *builder) {
  for (size_t i = 0; i < builder->operations.length; i++)
    if (builder->operations.items[i].operation.kind == OPERATION_TEST)
      need(builder, builder->operations.items[i].operation.left, NEEDED);
  for (size_t i = 0; i < builder->code->choices.length; i++) {
    const struct cat_choice *choice = &builder->code->choices.items[i];
    if (choice->linear) {
      need(builder, choice->set, NEEDED);
      need(builder, choice->order, NEEDED);
    }
    for (size_t k = 0; k < choice->among.length; k++) need(builder, choice->among.items[k], NEEDED);
  }
}

static void need_shown(struct cat_builder *builder) {
  for (size_t i = 0; i < builder->code->shown.length; i++) need(builder, builder->code->shown.items[i].slot, SHOWN);
}

/* ---- early tests ---- */

static bool is_axiom(const struct cat_axiom *axiom) { return axiom->flag < 0; }

/* Marks what a test needs: of one level as early, or (level LEVELS_MAX) of every level from reads-from to coherence as
 * needed for bounds. */
static void mark(struct cat_builder *builder, cat_slot slot, unsigned level) {
  const struct cat_slot_info *info = &builder->slots.items[slot];
  bool bound = level == LEVELS_MAX;
  if (info->definition == NO_DEFINITION || (bound ? info->level < LEVEL_READS_FROM : info->level != level)) return;
  struct cat_built *built = &builder->operations.items[info->definition];
  bool *marked = bound ? &built->operation.bound : &built->operation.early;
  if (*marked) return;
  *marked = true;
  if (built->operation.kind == OPERATION_FIXPOINT) {
    /* The body runs as a whole; what it takes from outside is marked like any operand. */
    for (size_t i = 0; i < builder->operations.length; i++)
      if (builder->operations.items[i].home == built->operation.left)
        mark(builder, builder->operations.items[i].operation.target, level);
    return;
  }
  if (built->home >= 0) mark(builder, builder->code->fixpoints.items[built->home].variables.items[0], level);
  if (built->operation.kind == OPERATION_NOTHING) return;
  mark(builder, built->operation.left, level);
  if (has_right(&built->operation)) mark(builder, built->operation.right, level);
}

static void find_early_tests(struct cat_builder *builder, unsigned level, cat_slot base) {
  for (size_t i = 0; i < builder->operations.length; i++) {
    struct cat_operation *operation = &builder->operations.items[i].operation;
    if (operation->kind != OPERATION_TEST || operation->level != level) continue;
    const struct cat_axiom *axiom = &builder->code->tests.items[operation->right];
    if (!is_axiom(axiom) || axiom->negated) continue;
    if (cat_builder_polarity(builder, operation->left, base) != DEPENDS_POSITIVELY) continue;
    if (cat_builder_polarity(builder, operation->left, BASE_SAME_VALUE)) continue;
    operation->early = builder->code->early[level] = true;
    mark(builder, operation->left, level);
  }
}

static void find_bounds(struct cat_builder *builder) {
  static const cat_slot growing[] = { BASE_RF, BASE_SYNCBAR, BASE_SYNC_FENCE, BASE_CO };
  for (size_t i = 0; i < builder->operations.length; i++) {
    struct cat_operation *operation = &builder->operations.items[i].operation;
    if (operation->kind != OPERATION_TEST || operation->level < LEVEL_READS_FROM ||
        operation->level > LEVEL_COHERENCE)
      continue;
    const struct cat_axiom *axiom = &builder->code->tests.items[operation->right];
    bool worsens = is_axiom(axiom) && !axiom->negated && !builder->slots.items[BASE_FW].live &&
                   !builder->slots.items[BASE_SAME_VALUE].live;
    for (size_t k = 0; worsens && k < sizeof growing / sizeof *growing; k++)
      worsens = !(cat_builder_polarity(builder, operation->left, growing[k]) & DEPENDS_NEGATIVELY);
    operation->bound = worsens;
    if (worsens) mark(builder, operation->left, LEVELS_MAX);
  }
}

/* ---- uniproc ---- */

enum { HAS_RF = 1, HAS_CO = 2, HAS_FR = 4, HAS_PO_LOC = 8, HAS_ALL = 15 };

struct names { cat_slot fr, po_loc, atomicity; };

static void find_names(struct cat_builder *builder, struct names *names) {
  cat_slot inverse = cat_build(builder, OPERATION_INVERSE, false, BASE_RF, 0);
  names->fr = cat_build(builder, OPERATION_SEQUENCE, false, inverse, BASE_CO);
  names->po_loc = cat_build(builder, OPERATION_INTERSECTION, false, BASE_PO, BASE_LOC);
  cat_slot fre = cat_build(builder, OPERATION_INTERSECTION, false, names->fr, BASE_EXT);
  cat_slot coe = cat_build(builder, OPERATION_INTERSECTION, false, BASE_CO, BASE_EXT);
  cat_slot between = cat_build(builder, OPERATION_SEQUENCE, false, fre, coe);
  names->atomicity = cat_build(builder, OPERATION_INTERSECTION, false, BASE_RMW_PAIR, between);
}

/* What the slot is a union of, through closures and additions of the identity. */
static unsigned members(const struct cat_builder *builder, cat_slot slot, const struct names *names) {
  if (slot == BASE_RF) return HAS_RF;
  if (slot == BASE_CO) return HAS_CO;
  if (slot == names->fr) return HAS_FR;
  if (slot == names->po_loc || slot == BASE_PO) return HAS_PO_LOC;
  const struct cat_operation *operation = definition(builder, slot);
  if (!operation) return 0;
  if (operation->kind == OPERATION_CLOSURE || operation->kind == OPERATION_REFLEXIVE)
    return members(builder, operation->left, names);
  if (operation->kind != OPERATION_UNION) return 0;
  return members(builder, operation->left, names) | members(builder, operation->right, names);
}

/* Is it r+, or r+ and more? */
static bool is_closed(const struct cat_builder *builder, cat_slot slot) {
  const struct cat_operation *operation = definition(builder, slot);
  if (operation && operation->kind == OPERATION_REFLEXIVE) operation = definition(builder, operation->left);
  return operation && operation->kind == OPERATION_CLOSURE;
}

/* irreflexive (a ; b+) */
static bool is_one_step_uniproc(const struct cat_builder *builder, cat_slot slot, const struct names *names) {
  const struct cat_operation *operation = definition(builder, slot);
  if (!operation || operation->kind != OPERATION_SEQUENCE) return false;
  unsigned communication = HAS_RF | HAS_CO | HAS_FR;
  return (members(builder, operation->left, names) & HAS_PO_LOC) && is_closed(builder, operation->right) &&
         (members(builder, operation->right, names) & communication) == communication;
}

static void find_uniproc(struct cat_builder *builder) {
  struct cat_code *code = builder->code;
  struct names names;
  find_names(builder, &names);
  for (size_t i = 0; i < builder->operations.length; i++) {
    const struct cat_operation *operation = &builder->operations.items[i].operation;
    if (operation->kind != OPERATION_TEST) continue;
    const struct cat_axiom *axiom = &code->tests.items[operation->right];
    if (!is_axiom(axiom) || axiom->negated) continue;
    if (axiom->test == TEST_ACYCLIC && members(builder, operation->left, &names) == HAS_ALL) code->uniproc = true;
    if (axiom->test == TEST_IRREFLEXIVE && is_one_step_uniproc(builder, operation->left, &names))
      code->uniproc = true;
    if (axiom->test == TEST_EMPTY && operation->left == names.atomicity) code->atomic = true;
  }
}

/* ---- coherence ---- */

/* Is the slot co | co^-1? */
static bool is_either_way(const struct cat_builder *builder, cat_slot slot) {
  const struct cat_operation *operation = definition(builder, slot);
  if (!operation || operation->kind != OPERATION_UNION) return false;
  cat_slot other = operation->left == BASE_CO ? operation->right : operation->left;
  if (operation->left != BASE_CO && operation->right != BASE_CO) return false;
  operation = definition(builder, other);
  return operation && operation->kind == OPERATION_INVERSE && operation->left == BASE_CO;
}

/* Sorts an axiom into `total` or `within`; false when it is neither. */
static bool bounds_coherence(struct cat_builder *builder, const struct cat_operation *test) {
  const struct cat_axiom *axiom = &builder->code->tests.items[test->right];
  const struct cat_operation *operation = definition(builder, test->left);
  if (!is_axiom(axiom) || axiom->negated || axiom->test != TEST_EMPTY || !operation ||
      operation->kind != OPERATION_DIFFERENCE)
    return false;
  if (operation->right == BASE_CO) vector_push(builder->code->within, operation->left);
  else if (is_either_way(builder, operation->right)) vector_push(builder->code->total, operation->left);
  else return false;
  return true;
}

/* Can more coherence only break this test? */
static bool fears_coherence(const struct cat_builder *builder, const struct cat_operation *test) {
  const struct cat_axiom *axiom = &builder->code->tests.items[test->right];
  unsigned polarity = cat_builder_polarity(builder, test->left, BASE_CO);
  if (!is_axiom(axiom)) return polarity == 0;
  return !(polarity & (axiom->negated ? DEPENDS_POSITIVELY : DEPENDS_NEGATIVELY));
}

static bool choices_ignore_coherence(const struct cat_builder *builder) {
  for (size_t i = 0; i < builder->code->choices.length; i++) {
    const struct cat_choice *choice = &builder->code->choices.items[i];
    if (choice->linear && (cat_builder_polarity(builder, choice->set, BASE_CO) ||
                           cat_builder_polarity(builder, choice->order, BASE_CO)))
      return false;
    for (size_t k = 0; k < choice->among.length; k++)
      if (cat_builder_polarity(builder, choice->among.items[k], BASE_CO)) return false;
  }
  return true;
}

static void find_coherence(struct cat_builder *builder) {
  struct cat_code *code = builder->code;
  bool least = choices_ignore_coherence(builder) && !builder->slots.items[BASE_FW].live;
  for (size_t i = 0; i < builder->operations.length; i++) {
    struct cat_operation operation = builder->operations.items[i].operation;
    if (operation.kind != OPERATION_TEST || bounds_coherence(builder, &operation)) continue;
    least = fears_coherence(builder, &operation) && least;
  }
  for (size_t i = 0; i < code->total.length; i++)
    least = builder->slots.items[code->total.items[i]].level < LEVEL_COHERENCE && least;
  for (size_t i = 0; i < code->within.length; i++)
    least = builder->slots.items[code->within.items[i]].level < LEVEL_COHERENCE && least;
  code->coherence = !code->total.length ? COHERENCE_TOTAL : least ? COHERENCE_PARTIAL : COHERENCE_ANY_PARTIAL;
}

/* ---- the levels ---- */

static void place(struct cat_builder *builder, const struct cat_built *built) {
  struct cat_code *code = builder->code;
  const struct cat_operation *operation = &built->operation;
  uint8_t live = operation->kind == OPERATION_TEST ? NEEDED : builder->slots.items[operation->target].live;
  if (!live) return;
  if (built->home >= 0) vector_push(code->fixpoints.items[built->home].body, *operation);
  else if (live == SHOWN) vector_push(code->showing, *operation);
  else vector_push(code->level[operation->level], *operation);
  if (built->home < 0 && operation->bound) vector_push(code->bound, *operation);
  if (operation->kind != OPERATION_TEST || code->tests.items[operation->right].flag < 0) return;
  if (operation->level > code->flag_level) code->flag_level = operation->level;
}

/* ---- numbering: what stayed alive gets numbers without gaps, after the base names, which keep theirs ---- */

static void renumber_operation(struct cat_operation *operation, const cat_slot *number) {
  switch ((enum cat_operation_kind)operation->kind) {
    case OPERATION_NOTHING: case OPERATION_FIXPOINT: operation->target = number[operation->target]; return;
    case OPERATION_TEST: operation->left = number[operation->left]; return;
    default: break;
  }
  operation->target = number[operation->target];
  operation->left = number[operation->left];
  if (has_right(operation)) operation->right = number[operation->right];
}

static void renumber_operations(struct cat_operations *operations, const cat_slot *number) {
  for (size_t i = 0; i < operations->length; i++) renumber_operation(&operations->items[i], number);
}

static void renumber_slots(cat_slot *slots, size_t count, const cat_slot *number) {
  for (size_t i = 0; i < count; i++) slots[i] = number[slots[i]];
}

static void renumber_code(struct cat_code *code, const cat_slot *number) {
  for (unsigned level = 0; level < LEVELS_MAX; level++) renumber_operations(&code->level[level], number);
  renumber_operations(&code->bound, number);
  renumber_operations(&code->showing, number);
  for (size_t i = 0; i < code->fixpoints.length; i++) {
    struct cat_fixpoint *fixpoint = &code->fixpoints.items[i];
    renumber_operations(&fixpoint->body, number);
    renumber_slots(fixpoint->variables.items, fixpoint->variables.length, number);
    renumber_slots(fixpoint->results.items, fixpoint->results.length, number);
  }
  for (size_t i = 0; i < code->choices.length; i++) {
    struct cat_choice *choice = &code->choices.items[i];
    renumber_slots(&choice->target, 1, number);
    renumber_slots(&choice->set, 1, number);
    renumber_slots(&choice->order, 1, number);
    renumber_slots(choice->among.items, choice->among.length, number);
  }
  for (size_t i = 0; i < code->shown.length; i++) renumber_slots(&code->shown.items[i].slot, 1, number);
  renumber_slots(code->total.items, code->total.length, number);
  renumber_slots(code->within.items, code->within.length, number);
}

/* Tags that nothing needs go. */
static void renumber_tags(struct cat_builder *builder, const cat_slot *number) {
  struct cat_tags *tags = &builder->code->tags;
  size_t kept = 0;
  for (size_t i = 0; i < tags->length; i++)
    if (builder->slots.items[tags->items[i].slot].live)
      tags->items[kept++] = (struct cat_tag){ tags->items[i].name, number[tags->items[i].slot] };
  tags->length = kept;
}

enum { LABEL_MAX = 60 };

/* What a relation is called: its name, or the text it was made from. */
static char *label_of(const struct cat_slot_info *info) {
  if (info->name) return memory_format("%s", info->name);
  if (!info->text || info->text->span.length > LABEL_MAX) return NULL;
  return memory_format("%.*s", (int)info->text->span.length, info->text->source->text + info->text->span.start);
}

static void keep_labels(struct cat_builder *builder, const cat_slot *number) {
  builder->code->labels = memory_new(builder->code->slot_count, sizeof *builder->code->labels);
  for (size_t slot = BASE_COUNT; slot < builder->slots.length; slot++)
    if (builder->slots.items[slot].live && !builder->slots.items[slot].is_set)
      builder->code->labels[number[slot]] = label_of(&builder->slots.items[slot]);
}

static void renumber(struct cat_builder *builder) {
  cat_slot *number = memory_new(builder->slots.length, sizeof *number), next = BASE_COUNT;
  for (size_t i = 0; i < builder->code->choices.length; i++)
    builder->slots.items[builder->code->choices.items[i].target].live = NEEDED;
  for (size_t slot = 0; slot < builder->slots.length; slot++)
    if (slot < BASE_COUNT) number[slot] = (cat_slot)slot;
    else if (builder->slots.items[slot].live) number[slot] = next++;
  renumber_code(builder->code, number);
  renumber_tags(builder, number);
  builder->code->slot_count = next;
  keep_labels(builder, number);
  memory_free(number);
}

void cat_layout(struct cat_builder *builder) {
  struct cat_code *code = builder->code;
  need_roots(builder);
  find_uniproc(builder);
  find_early_tests(builder, LEVEL_READS_FROM, BASE_RF);
  find_early_tests(builder, LEVEL_COHERENCE, BASE_CO);
  find_bounds(builder);
  find_coherence(builder);
  need_shown(builder);
  for (size_t i = 0; i < builder->operations.length; i++) place(builder, &builder->operations.items[i]);
  for (unsigned base = 0; base < BASE_COUNT; base++) code->used[base] = builder->slots.items[base].live == NEEDED;
  code->level_count = LEVEL_WITH + (unsigned)code->choices.length;
  code->uniproc = code->uniproc && code->coherence == COHERENCE_TOTAL;
  code->atomic = code->atomic && code->coherence == COHERENCE_TOTAL;
  renumber(builder);
}
