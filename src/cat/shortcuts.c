/* Questions about a whole model whose answers let the search of candidates skip work without losing
 * an outcome.
 *
 * Early tests: an axiom in which rf occurs only positively can only get worse as reads are given
 * sources.  It is tested after each of them.  The same holds of co and ordered pairs of writes.
 * Bounds: if rf, syncbar, sync_fence and co occur only positively in an axiom, a failure on a part
 * of them is final.
 *
 * Uniproc: let some axiom be acyclic over po-loc, rf, co and fr.  Then coherence contains what each
 * thread's accesses to a location show of it, and reads.c starts there.  Two other forms say the
 * same if co is total, since every cycle of uniproc contains one with a single step of po-loc.  One
 * is irreflexive (a ; b+) with po-loc in a and the rest in b.  The other is the pair irreflexive
 * ((co | fr) ; rf? ; b), irreflexive (rf ; b) with po-loc in b.  If co is [S] ; co throughout, as
 * in C11, this holds of the locations whose accesses are all in S.
 *
 * Atomicity: let rmw & (fre ; coe) or rmw & (fr ; co) be empty, co total, and uniproc hold.  Then
 * two read-modify-writes of different threads never read from one write.
 *
 * Flags: if only outcomes and flags are asked for, a race that is known only with coherence would
 * keep the search from skipping anything.  So a flag that the content of a relation raises gets a
 * larger relation that is fixed by the events, if there is one.  While that is empty, it stays
 * down. Races of C11 become conflicts of accesses that are not atomic.
 *
 * The form of coherence, and why least orders are enough: docs/internals/candidates.md. */

#include "cat/builder.h"
#include "cat/shortcuts.h"
#include "cat/bounds.h"

/* ---- early tests ---- */

static bool is_axiom(const struct cat_axiom *axiom) { return axiom->flag < 0; }

static void mark(struct cat_builder *b, cat_slot slot, unsigned level);

/* The body runs as a whole.  A result may have been there before (let rec r = fri and ...). */
static void mark_fixpoint(struct cat_builder *b, unsigned index, unsigned level) {
  const struct cat_fixpoint *fixpoint = &b->code->fixpoints.items[index];
  for (size_t i = 0; i < fixpoint->names.length; i++)
    mark(b, fixpoint->names.items[i].result, level);
  for (size_t i = 0; i < b->operations.length; i++)
    if (b->operations.items[i].home == (int)index)
      mark(b, b->operations.items[i].operation.target, level);
}

/* Marks the operations that a test needs.  Those of one level are early; with LEVELS_MAX, those of
 * every level from reads-from on are needed for bounds. */
static void mark(struct cat_builder *b, cat_slot slot, unsigned level) {
  const struct cat_slot_info *info = &b->slots.items[slot];
  bool bound = level == LEVELS_MAX;
  if (info->definition == NO_DEFINITION ||
      (bound ? info->level < LEVEL_READS_FROM : info->level != level))
    return;
  struct cat_built *built = &b->operations.items[info->definition];
  bool *marked = bound ? &built->operation.bound : &built->operation.early;
  if (*marked) return;
  *marked = true;
  if (built->operation.kind == OPERATION_FIXPOINT) {
    mark_fixpoint(b, built->operation.left, level);
    return;
  }
  unsigned operands = cat_operand_count(built->operation.kind);
  if (built->home >= 0)
    mark(b, b->code->fixpoints.items[built->home].names.items[0].variable, level);
  if (operands > 0) mark(b, built->operation.left, level);
  if (operands > 1) mark(b, built->operation.right, level);
}

static void find_early_tests(struct cat_builder *b, unsigned level, cat_slot base) {
  uint8_t *polarity = cat_polarity(b, (cat_slot[]){ base, BASE_COUNT });
  uint8_t *on_values = cat_polarity(b, (cat_slot[]){ BASE_SAME_VALUE, BASE_COUNT });
  for (size_t i = 0; i < b->operations.length; i++) {
    struct cat_operation *operation = &b->operations.items[i].operation;
    if (operation->kind != OPERATION_TEST || operation->level != level) continue;
    const struct cat_axiom *axiom = &b->code->tests.items[operation->right];
    if (!is_axiom(axiom) || axiom->negated || on_values[operation->left] ||
        polarity[operation->left] != DEPENDS_POSITIVELY)
      continue;
    operation->early = b->code->early[level] = true;
    mark(b, operation->left, level);
  }
  memory_free(polarity);
  memory_free(on_values);
}

static void find_bounds(struct cat_builder *b) {
  if (b->slots.items[BASE_FW].live || b->slots.items[BASE_SAME_VALUE].live) return;
  uint8_t *polarity = cat_polarity(b, cat_growing);
  for (size_t i = 0; i < b->operations.length; i++) {
    struct cat_operation *operation = &b->operations.items[i].operation;
    if (operation->kind != OPERATION_TEST || operation->level < LEVEL_READS_FROM ||
        operation->level > LEVEL_COHERENCE)
      continue;
    const struct cat_axiom *axiom = &b->code->tests.items[operation->right];
    operation->bound =
        is_axiom(axiom) && !axiom->negated && !(polarity[operation->left] & DEPENDS_NEGATIVELY);
    if (operation->bound) mark(b, operation->left, LEVELS_MAX);
  }
  memory_free(polarity);
}

/* ---- uniproc ---- */

enum { HAS_RF = 1, HAS_CO = 2, HAS_FR = 4, HAS_PO_LOC = 8, HAS_ALL = 15 };

/* Slots that the forms above are made of. */
struct shortcut_names {
  cat_slot inverse, po_loc;
  cat_slot fr[2], atomicity[2]; /* with pairs of an update and itself, and without them */
  bool narrow;                  /* [S] ; co counts as co, too */
  cat_slot inside;              /* that S, or BASE_COUNT */
};

static void find_names(struct cat_builder *b, struct shortcut_names *names) {
  names->inside = BASE_COUNT;
  names->narrow = false;
  names->inverse = cat_build(b, OPERATION_INVERSE, false, BASE_RF, 0);
  names->fr[0] = cat_build(b, OPERATION_SEQUENCE, false, names->inverse, BASE_CO);
  names->fr[1] = cat_build(b, OPERATION_DIFFERENCE, false, names->fr[0], BASE_ID);
  names->po_loc = cat_build(b, OPERATION_INTERSECTION, false, BASE_PO, BASE_LOC);
  cat_slot coe = cat_build(b, OPERATION_INTERSECTION, false, BASE_CO, BASE_EXT);
  for (unsigned i = 0; i < 2; i++) {
    cat_slot fre = cat_build(b, OPERATION_INTERSECTION, false, names->fr[i], BASE_EXT);
    cat_slot between = cat_build(b, OPERATION_SEQUENCE, false, fre, coe);
    names->atomicity[i] = cat_build(b, OPERATION_INTERSECTION, false, BASE_RMW_PAIR, between);
  }
}

/* Is it [S] ; co, with the same S as everywhere, which the events fix? */
static bool is_co_inside(const struct cat_builder *b, cat_slot slot, struct shortcut_names *names) {
  const struct cat_operation *operation = cat_definition(b, slot);
  if (!names->narrow || !operation || operation->kind != OPERATION_FROM ||
      operation->right != BASE_CO || b->slots.items[operation->left].level != LEVEL_EVENTS)
    return false;
  if (names->inside == BASE_COUNT) names->inside = operation->left;
  return names->inside == operation->left;
}

static bool is_fr_inside(const struct cat_builder *b, cat_slot slot, struct shortcut_names *names) {
  const struct cat_operation *operation = cat_definition(b, slot);
  return operation && operation->kind == OPERATION_SEQUENCE && operation->left == names->inverse &&
         is_co_inside(b, operation->right, names);
}

/* The named relations in the slot, seen through unions and closures; as HAS_ bits. */
static unsigned members(const struct cat_builder *b, cat_slot slot, struct shortcut_names *names) {
  if (slot == BASE_RF) return HAS_RF;
  if (slot == BASE_CO) return HAS_CO;
  if (slot == names->fr[0] || slot == names->fr[1]) return HAS_FR;
  if (slot == names->po_loc || slot == BASE_PO) return HAS_PO_LOC;
  if (is_co_inside(b, slot, names)) return HAS_CO;
  if (is_fr_inside(b, slot, names)) return HAS_FR;
  const struct cat_operation *operation = cat_definition(b, slot);
  if (!operation) return 0;
  if (operation->kind == OPERATION_CLOSURE || operation->kind == OPERATION_REFLEXIVE)
    return members(b, operation->left, names);
  if (operation->kind != OPERATION_UNION) return 0;
  return members(b, operation->left, names) | members(b, operation->right, names);
}

/* Is it r+ or r*? */
static bool is_closed(const struct cat_builder *b, cat_slot slot) {
  if (cat_defined_by(b, slot, OPERATION_REFLEXIVE)) slot = cat_definition(b, slot)->left;
  return cat_defined_by(b, slot, OPERATION_CLOSURE);
}

/* irreflexive (a ; b+) */
static bool is_one_step_uniproc(const struct cat_builder *b, cat_slot slot,
                                struct shortcut_names *names) {
  const struct cat_operation *operation = cat_definition(b, slot);
  if (!operation || operation->kind != OPERATION_SEQUENCE) return false;
  unsigned communication = HAS_RF | HAS_CO | HAS_FR;
  return (members(b, operation->left, names) & HAS_PO_LOC) && is_closed(b, operation->right) &&
         (members(b, operation->right, names) & communication) == communication;
}

enum { FACTORS_MAX = 4 };

/* Appends the relations that a slot is a sequence of; returns their count, perhaps beyond
 * FACTORS_MAX. A named relation is one factor. */
static unsigned factors(const struct cat_builder *b, cat_slot slot, struct shortcut_names *names,
                        cat_slot *into, unsigned count) {
  const struct cat_operation *operation = cat_definition(b, slot);
  if (members(b, slot, names) || !operation || operation->kind != OPERATION_SEQUENCE) {
    if (count < FACTORS_MAX) into[count] = slot;
    return count + 1;
  }
  count = factors(b, operation->left, names, into, count);
  return factors(b, operation->right, names, into, count);
}

enum { AFTER_CO_FR = 1, AFTER_RF = 2, IS_ATOMIC = 4 };

/* The AFTER_ bits of irreflexive (slot): program order after communication. */
static unsigned halves_of_uniproc(const struct cat_builder *b, cat_slot slot,
                                  struct shortcut_names *names) {
  cat_slot parts[FACTORS_MAX];
  unsigned count = factors(b, slot, names, parts, 0);
  if (count < 2 || count > 3 || !(members(b, parts[count - 1], names) & HAS_PO_LOC)) return 0;
  if (count == 2) return members(b, parts[0], names) & HAS_RF ? AFTER_RF : 0;
  bool optional_rf =
      cat_defined_by(b, parts[1], OPERATION_REFLEXIVE) && members(b, parts[1], names) & HAS_RF;
  unsigned both = HAS_CO | HAS_FR;
  return optional_rf && (members(b, parts[0], names) & both) == both ? AFTER_CO_FR : 0;
}

/* Is it rmw & (fr ; co), or less, namely rmw & (fre ; coe)? */
static bool is_atomicity(const struct cat_builder *b, cat_slot slot, struct shortcut_names *names) {
  if (slot == names->atomicity[0] || slot == names->atomicity[1]) return true;
  const struct cat_operation *operation = cat_definition(b, slot);
  if (!operation || operation->kind != OPERATION_INTERSECTION) return false;
  cat_slot between = operation->left == BASE_RMW_PAIR ? operation->right : operation->left;
  if (operation->left != BASE_RMW_PAIR && operation->right != BASE_RMW_PAIR) return false;
  cat_slot parts[FACTORS_MAX];
  return factors(b, between, names, parts, 0) == 2 && members(b, parts[0], names) == HAS_FR &&
         members(b, parts[1], names) == HAS_CO;
}

/* Which of uniproc and atomicity one axiom demands.  If it demands neither, `inside` stays. */
static unsigned ask_axiom(struct cat_builder *b, const struct cat_operation *test,
                          struct shortcut_names *names) {
  const struct cat_axiom *axiom = &b->code->tests.items[test->right];
  cat_slot inside = names->inside;
  unsigned said = 0;
  if (!is_axiom(axiom) || axiom->negated) return 0;
  if (axiom->test == TEST_ACYCLIC && members(b, test->left, names) == HAS_ALL)
    said = AFTER_CO_FR | AFTER_RF;
  if (axiom->test == TEST_IRREFLEXIVE && is_one_step_uniproc(b, test->left, names))
    said = AFTER_CO_FR | AFTER_RF;
  if (axiom->test == TEST_IRREFLEXIVE) said |= halves_of_uniproc(b, test->left, names);
  if (axiom->test == TEST_EMPTY && is_atomicity(b, test->left, names)) said |= IS_ATOMIC;
  if (!said) names->inside = inside;
  return said;
}

static void find_uniproc(struct cat_builder *b) {
  struct cat_code *code = b->code;
  struct shortcut_names names;
  find_names(b, &names);
  for (unsigned round = 0; round < 2 && !code->uniproc && !code->atomic; round++) {
    unsigned said = 0;
    names.narrow = round;
    for (size_t i = 0; i < b->operations.length; i++)
      if (b->operations.items[i].operation.kind == OPERATION_TEST)
        said |= ask_axiom(b, &b->operations.items[i].operation, &names);
    code->uniproc = (said & AFTER_CO_FR) && (said & AFTER_RF);
    code->atomic = said & IS_ATOMIC;
  }
  code->inside = names.inside;
}

/* ---- coherence ---- */

/* Is the slot co | co^-1? */
static bool is_either_way(const struct cat_builder *b, cat_slot slot) {
  const struct cat_operation *operation = cat_definition(b, slot);
  if (!operation || operation->kind != OPERATION_UNION) return false;
  cat_slot other = operation->left == BASE_CO ? operation->right : operation->left;
  if (operation->left != BASE_CO && operation->right != BASE_CO) return false;
  return cat_defined_by(b, other, OPERATION_INVERSE) && cat_definition(b, other)->left == BASE_CO;
}

/* Sorts an axiom into `total` or `within`; false if it is neither. */
static bool bounds_coherence(struct cat_builder *b, const struct cat_operation *test) {
  const struct cat_axiom *axiom = &b->code->tests.items[test->right];
  const struct cat_operation *operation = cat_definition(b, test->left);
  if (!is_axiom(axiom) || axiom->negated || axiom->test != TEST_EMPTY || !operation ||
      operation->kind != OPERATION_DIFFERENCE)
    return false;
  struct cat_pairs pairs = { operation->left, (uint8_t)b->slots.items[operation->left].level };
  if (operation->right == BASE_CO) vector_push(b->code->within, pairs);
  else if (is_either_way(b, operation->right)) vector_push(b->code->total, pairs);
  else return false;
  return true;
}

/* Can more coherence only break this test?  `on_co`: by slot, its polarity. */
static bool fears_coherence(const struct cat_builder *b, const struct cat_operation *test,
                            const uint8_t *on_co) {
  const struct cat_axiom *axiom = &b->code->tests.items[test->right];
  unsigned polarity = on_co[test->left];
  if (!is_axiom(axiom)) return polarity == 0;
  return !(polarity & (axiom->negated ? DEPENDS_POSITIVELY : DEPENDS_NEGATIVELY));
}

static bool choices_ignore_coherence(const struct cat_builder *b, const uint8_t *on_co) {
  for (size_t i = 0; i < b->code->choices.length; i++) {
    const struct cat_choice *choice = &b->code->choices.items[i];
    if (choice->linear && (on_co[choice->set] || on_co[choice->order])) return false;
    for (size_t k = 0; k < choice->among.length; k++)
      if (on_co[choice->among.items[k]]) return false;
  }
  return true;
}

/* Are the least partial orders enough? */
static bool find_least(struct cat_builder *b, const uint8_t *on_co) {
  struct cat_code *code = b->code;
  bool least = choices_ignore_coherence(b, on_co) && !b->slots.items[BASE_FW].live;
  for (size_t i = 0; i < b->operations.length; i++) {
    struct cat_operation operation = b->operations.items[i].operation;
    if (operation.kind != OPERATION_TEST || bounds_coherence(b, &operation)) continue;
    least = fears_coherence(b, &operation, on_co) && least;
  }
  for (size_t i = 0; i < code->total.length; i++)
    least = code->total.items[i].level < LEVEL_COHERENCE && least;
  for (size_t i = 0; i < code->within.length; i++) {
    const struct cat_pairs *pairs = &code->within.items[i];
    bool grows = pairs->level == LEVEL_COHERENCE && on_co[pairs->slot] == DEPENDS_POSITIVELY;
    if (grows) mark(b, pairs->slot, LEVEL_COHERENCE);
    code->grows |= grows;
    least = (pairs->level < LEVEL_COHERENCE || grows) && least;
  }
  return least;
}

static void find_coherence(struct cat_builder *b) {
  struct cat_code *code = b->code;
  uint8_t *on_co = cat_polarity(b, (cat_slot[]){ BASE_CO, BASE_COUNT });
  bool least = find_least(b, on_co);
  memory_free(on_co);
  if (code->total.length) code->coherence = least ? COHERENCE_PARTIAL : COHERENCE_ANY_PARTIAL;
  else code->coherence = b->slots.items[BASE_CO].live ? COHERENCE_TOTAL : COHERENCE_LAST;
}

/* ---- flags ---- */

/* A relation that contains this one and that the events fix; or BASE_COUNT. */
static cat_slot most_of(struct cat_builder *b, cat_slot slot) {
  uint8_t *changes = memory_new(b->slots.length, 1);
  for (size_t i = 0; i < b->slots.length; i++)
    if (b->slots.items[i].definition == NO_DEFINITION && b->slots.items[i].level > LEVEL_EVENTS)
      changes[i] = DEPENDS_POSITIVELY | DEPENDS_NEGATIVELY;
  cat_slot most = cat_bound(b, slot, changes, MOST);
  return most == NO_BOUND || b->full ? BASE_COUNT : most;
}

static void find_flags(struct cat_builder *b) {
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

void cat_find_shortcuts(struct cat_builder *b) {
  struct cat_code *code = b->code;
  find_uniproc(b);
  find_early_tests(b, LEVEL_READS_FROM, BASE_RF);
  find_early_tests(b, LEVEL_COHERENCE, BASE_CO);
  find_bounds(b);
  find_coherence(b);
  code->uniproc = code->uniproc && code->coherence == COHERENCE_TOTAL;
  code->atomic = code->atomic && code->uniproc;
  find_flags(b);
}
