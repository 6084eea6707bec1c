/* Four questions about a whole model, whose answers let the candidates skip work without losing an
 * outcome.
 *
 * Early tests.  An axiom that is known once every read has its source, and in which rf occurs only
 * positively, can only get worse as reads are given sources; it is tested after each one.  The same
 * holds of co and the pairs of writes that have been ordered.
 *
 * Bounds.  More generally, an axiom in which rf, syncbar, sync_fence and co all occur only
 * positively fails for good as soon as it fails of less than what an execution will have of each.
 *
 * Uniproc.  If some axiom is acyclic over (at least) po-loc, rf, co and fr, then coherence must
 * contain what each thread's own accesses to a location show of it, and candidates start from there
 * (reads.c).  An axiom irreflexive (a ; b+), with po-loc in a, and rf, co and fr in b, says no
 * less: where co is total, every cycle of uniproc contains one of a single po-loc step.  So do two
 * axioms together, irreflexive ((co | fr) ; rf? ; b) and irreflexive (rf ; b), with po-loc in b.
 * Where co is [S] ; co throughout (C11's modification order is of atomic locations only), this
 * holds of the locations whose accesses are all in S.
 *
 * Atomicity.  Where rmw & (fre ; coe) is empty, or rmw & (fr ; co), perhaps within S, co total, and
 * uniproc holds (so that each write of a pair comes after what its read has read), two
 * read-modify-writes of different threads never read from one write.  (Where po has no edge between
 * the halves, uniproc does not say so, and it is not made use of.)
 *
 * Total or partial coherence.  A model that demands totality itself, by an axiom of the form `empty
 * X \ (co | co^-1)`, means coherence to be partial beyond X; this axiom is the mark.  Any other
 * model gets total orders.
 *
 * The least partial orders.  When X, and Y of every axiom `empty Y \ co`, are known before
 * coherence, and every other axiom can only be broken and never be mended by more coherence, then a
 * coherence order that is larger than some other consistent one shows nothing new: fewer
 * executions, and final values that the smaller order has too (it has more maximal writes).  So it
 * is enough to orient the pairs of X, to add Y and the initial writes, and to close. */
#include "cat/builder.h"

/* ---- early tests ---- */

static bool is_axiom(const struct cat_axiom *axiom) { return axiom->flag < 0; }

/* Marks what a test needs: of one level as early, or (level LEVELS_MAX) of every level from
 * reads-from to coherence as needed for bounds. */
static void mark(struct cat_builder *builder, cat_slot slot, unsigned level) {
  const struct cat_slot_info *info = &builder->slots.items[slot];
  bool bound = level == LEVELS_MAX;
  if (info->definition == NO_DEFINITION ||
      (bound ? info->level < LEVEL_READS_FROM : info->level != level))
    return;
  struct cat_built *built = &builder->operations.items[info->definition];
  bool *marked = bound ? &built->operation.bound : &built->operation.early;
  if (*marked) return;
  *marked = true;
  if (built->operation.kind == OPERATION_FIXPOINT) {
    /* The body runs as a whole; what it takes from outside is marked like any operand, and so is a
     * result that was there before (let rec r = fri and ...). */
    const struct cat_fixpoint *fixpoint = &builder->code->fixpoints.items[built->operation.left];
    for (size_t i = 0; i < fixpoint->results.length; i++)
      mark(builder, fixpoint->results.items[i], level);
    for (size_t i = 0; i < builder->operations.length; i++)
      if (builder->operations.items[i].home == built->operation.left)
        mark(builder, builder->operations.items[i].operation.target, level);
    return;
  }
  if (built->home >= 0)
    mark(builder, builder->code->fixpoints.items[built->home].variables.items[0], level);
  if (built->operation.kind == OPERATION_NOTHING) return;
  mark(builder, built->operation.left, level);
  if (cat_is_binary(built->operation.kind)) mark(builder, built->operation.right, level);
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
  static const cat_slot growing[] = { BASE_RF, BASE_SYNCBAR, BASE_ROUNDS, BASE_SYNC_FENCE,
                                      BASE_CO };
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

/* fr with the identity, which updates would be in, and without (see judge.c), and what is made of
 * either; narrow: [S] ; co counts as co, too; inside: that S, BASE_COUNT where there is none yet.
 */
struct shortcut_names {
  cat_slot inverse, po_loc, fr[2], atomicity[2], inside;
  bool narrow;
};

static void find_names(struct cat_builder *builder, struct shortcut_names *names) {
  names->inside = BASE_COUNT;
  names->narrow = false;
  names->inverse = cat_build(builder, OPERATION_INVERSE, false, BASE_RF, 0);
  names->fr[0] = cat_build(builder, OPERATION_SEQUENCE, false, names->inverse, BASE_CO);
  names->fr[1] = cat_build(builder, OPERATION_DIFFERENCE, false, names->fr[0], BASE_ID);
  names->po_loc = cat_build(builder, OPERATION_INTERSECTION, false, BASE_PO, BASE_LOC);
  cat_slot coe = cat_build(builder, OPERATION_INTERSECTION, false, BASE_CO, BASE_EXT);
  for (unsigned i = 0; i < 2; i++) {
    cat_slot fre = cat_build(builder, OPERATION_INTERSECTION, false, names->fr[i], BASE_EXT);
    cat_slot between = cat_build(builder, OPERATION_SEQUENCE, false, fre, coe);
    names->atomicity[i] = cat_build(builder, OPERATION_INTERSECTION, false, BASE_RMW_PAIR, between);
  }
}

/* Is it [S] ; co, with the one S that there is, which the events fix? */
static bool is_co_inside(const struct cat_builder *builder, cat_slot slot,
                         struct shortcut_names *names) {
  const struct cat_operation *operation = cat_definition(builder, slot);
  if (!names->narrow || !operation || operation->kind != OPERATION_FROM ||
      operation->right != BASE_CO || builder->slots.items[operation->left].level != LEVEL_EVENTS)
    return false;
  if (names->inside == BASE_COUNT) names->inside = operation->left;
  return names->inside == operation->left;
}

static bool is_fr_inside(const struct cat_builder *builder, cat_slot slot,
                         struct shortcut_names *names) {
  const struct cat_operation *operation = cat_definition(builder, slot);
  return operation && operation->kind == OPERATION_SEQUENCE && operation->left == names->inverse &&
         is_co_inside(builder, operation->right, names);
}

/* What the slot is a union of, through closures and additions of the identity. */
static unsigned members(const struct cat_builder *builder, cat_slot slot,
                        struct shortcut_names *names) {
  if (slot == BASE_RF) return HAS_RF;
  if (slot == BASE_CO) return HAS_CO;
  if (slot == names->fr[0] || slot == names->fr[1]) return HAS_FR;
  if (slot == names->po_loc || slot == BASE_PO) return HAS_PO_LOC;
  if (is_co_inside(builder, slot, names)) return HAS_CO;
  if (is_fr_inside(builder, slot, names)) return HAS_FR;
  const struct cat_operation *operation = cat_definition(builder, slot);
  if (!operation) return 0;
  if (operation->kind == OPERATION_CLOSURE || operation->kind == OPERATION_REFLEXIVE)
    return members(builder, operation->left, names);
  if (operation->kind != OPERATION_UNION) return 0;
  return members(builder, operation->left, names) | members(builder, operation->right, names);
}

/* Is it r+, or r+ and more? */
static bool is_closed(const struct cat_builder *builder, cat_slot slot) {
  if (cat_defined_by(builder, slot, OPERATION_REFLEXIVE))
    slot = cat_definition(builder, slot)->left;
  return cat_defined_by(builder, slot, OPERATION_CLOSURE);
}

/* irreflexive (a ; b+) */
static bool is_one_step_uniproc(const struct cat_builder *builder, cat_slot slot,
                                struct shortcut_names *names) {
  const struct cat_operation *operation = cat_definition(builder, slot);
  if (!operation || operation->kind != OPERATION_SEQUENCE) return false;
  unsigned communication = HAS_RF | HAS_CO | HAS_FR;
  return (members(builder, operation->left, names) & HAS_PO_LOC) &&
         is_closed(builder, operation->right) &&
         (members(builder, operation->right, names) & communication) == communication;
}

enum { FACTORS_MAX = 4 };

/* What a slot is a sequence of; a relation that has a name here is one factor. */
static unsigned factors(const struct cat_builder *builder, cat_slot slot,
                        struct shortcut_names *names, cat_slot *into, unsigned count) {
  const struct cat_operation *operation = cat_definition(builder, slot);
  if (members(builder, slot, names) || !operation || operation->kind != OPERATION_SEQUENCE) {
    if (count < FACTORS_MAX) into[count] = slot;
    return count + 1;
  }
  count = factors(builder, operation->left, names, into, count);
  return factors(builder, operation->right, names, into, count);
}

enum { AFTER_CO_FR = 1, AFTER_RF = 2, IS_ATOMIC = 4 };

/* What irreflexive (slot) says of program order after communication. */
static unsigned halves_of_uniproc(const struct cat_builder *builder, cat_slot slot,
                                  struct shortcut_names *names) {
  cat_slot parts[FACTORS_MAX];
  unsigned count = factors(builder, slot, names, parts, 0);
  if (count < 2 || count > 3 || !(members(builder, parts[count - 1], names) & HAS_PO_LOC)) return 0;
  if (count == 2) return members(builder, parts[0], names) & HAS_RF ? AFTER_RF : 0;
  bool optional_rf = cat_defined_by(builder, parts[1], OPERATION_REFLEXIVE) &&
                     members(builder, parts[1], names) & HAS_RF;
  unsigned both = HAS_CO | HAS_FR;
  return optional_rf && (members(builder, parts[0], names) & both) == both ? AFTER_CO_FR : 0;
}

/* Is it rmw & (fr ; co), or less, namely rmw & (fre ; coe)? */
static bool is_atomicity(const struct cat_builder *builder, cat_slot slot,
                         struct shortcut_names *names) {
  if (slot == names->atomicity[0] || slot == names->atomicity[1]) return true;
  const struct cat_operation *operation = cat_definition(builder, slot);
  if (!operation || operation->kind != OPERATION_INTERSECTION) return false;
  cat_slot between = operation->left == BASE_RMW_PAIR ? operation->right : operation->left;
  if (operation->left != BASE_RMW_PAIR && operation->right != BASE_RMW_PAIR) return false;
  cat_slot parts[FACTORS_MAX];
  return factors(builder, between, names, parts, 0) == 2 &&
         members(builder, parts[0], names) == HAS_FR && members(builder, parts[1], names) == HAS_CO;
}

/* What one axiom says of uniproc and of atomicity; `inside` stays as it was where it says nothing.
 */
static unsigned ask_axiom(struct cat_builder *builder, const struct cat_operation *test,
                          struct shortcut_names *names) {
  const struct cat_axiom *axiom = &builder->code->tests.items[test->right];
  cat_slot inside = names->inside;
  unsigned said = 0;
  if (!is_axiom(axiom) || axiom->negated) return 0;
  if (axiom->test == TEST_ACYCLIC && members(builder, test->left, names) == HAS_ALL)
    said = AFTER_CO_FR | AFTER_RF;
  if (axiom->test == TEST_IRREFLEXIVE && is_one_step_uniproc(builder, test->left, names))
    said = AFTER_CO_FR | AFTER_RF;
  if (axiom->test == TEST_IRREFLEXIVE) said |= halves_of_uniproc(builder, test->left, names);
  if (axiom->test == TEST_EMPTY && is_atomicity(builder, test->left, names)) said |= IS_ATOMIC;
  if (!said) names->inside = inside;
  return said;
}

static void find_uniproc(struct cat_builder *builder) {
  struct cat_code *code = builder->code;
  struct shortcut_names names;
  find_names(builder, &names);
  for (unsigned round = 0; round < 2 && !code->uniproc && !code->atomic; round++) {
    unsigned said = 0;
    names.narrow = round;
    for (size_t i = 0; i < builder->operations.length; i++)
      if (builder->operations.items[i].operation.kind == OPERATION_TEST)
        said |= ask_axiom(builder, &builder->operations.items[i].operation, &names);
    code->uniproc = (said & AFTER_CO_FR) && (said & AFTER_RF);
    code->atomic = said & IS_ATOMIC;
  }
  code->inside = names.inside;
}

/* ---- coherence ---- */

/* Is the slot co | co^-1? */
static bool is_either_way(const struct cat_builder *builder, cat_slot slot) {
  const struct cat_operation *operation = cat_definition(builder, slot);
  if (!operation || operation->kind != OPERATION_UNION) return false;
  cat_slot other = operation->left == BASE_CO ? operation->right : operation->left;
  if (operation->left != BASE_CO && operation->right != BASE_CO) return false;
  return cat_defined_by(builder, other, OPERATION_INVERSE) &&
         cat_definition(builder, other)->left == BASE_CO;
}

/* Sorts an axiom into `total` or `within`; false when it is neither. */
static bool bounds_coherence(struct cat_builder *builder, const struct cat_operation *test) {
  const struct cat_axiom *axiom = &builder->code->tests.items[test->right];
  const struct cat_operation *operation = cat_definition(builder, test->left);
  if (!is_axiom(axiom) || axiom->negated || axiom->test != TEST_EMPTY || !operation ||
      operation->kind != OPERATION_DIFFERENCE)
    return false;
  struct cat_pairs pairs = { operation->left,
                             (uint8_t)builder->slots.items[operation->left].level };
  if (operation->right == BASE_CO) vector_push(builder->code->within, pairs);
  else if (is_either_way(builder, operation->right)) vector_push(builder->code->total, pairs);
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
    least = code->total.items[i].level < LEVEL_COHERENCE && least;
  for (size_t i = 0; i < code->within.length; i++) {
    const struct cat_pairs *pairs = &code->within.items[i];
    bool grows = pairs->level == LEVEL_COHERENCE &&
                 cat_builder_polarity(builder, pairs->slot, BASE_CO) == DEPENDS_POSITIVELY;
    if (grows) mark(builder, pairs->slot, LEVEL_COHERENCE);
    code->grows |= grows;
    least = (pairs->level < LEVEL_COHERENCE || grows) && least;
  }
  if (code->total.length) code->coherence = least ? COHERENCE_PARTIAL : COHERENCE_ANY_PARTIAL;
  else code->coherence = builder->slots.items[BASE_CO].live ? COHERENCE_TOTAL : COHERENCE_LAST;
}

void cat_find_shortcuts(struct cat_builder *builder) {
  struct cat_code *code = builder->code;
  find_uniproc(builder);
  find_early_tests(builder, LEVEL_READS_FROM, BASE_RF);
  find_early_tests(builder, LEVEL_COHERENCE, BASE_CO);
  find_bounds(builder);
  find_coherence(builder);
  code->uniproc = code->uniproc && code->coherence == COHERENCE_TOTAL;
  code->atomic = code->atomic && code->uniproc;
}
