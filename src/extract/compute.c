/* Computes with known values, with addresses, and with predicates that decide alone. */
#include "extract/compute.h"

#include "base/text.h"
#include "extract/fold.h"
#include "extract/places.h"
#include "extract/values.h"

enum { SOURCES_MOST = 4, ALIGNMENT = 256 /* of every object */ };

struct sources {
  struct value values[SOURCES_MOST];
  unsigned count;
  unsigned first; /* operand of the first one */
};

static bool is(const struct walk *walk, const char *word) {
  return mnemonic_part_is(&walk->step->mnemonic, 0, word);
}

static bool any_is(const struct sources *s, enum value_kind kind) {
  for (unsigned i = 0; i < s->count; i++)
    if (s->values[i].kind == kind) return true;
  return false;
}

static struct value lost(const struct walk *walk) {
  return (struct value){ .kind = VALUE_LOST, .from = walk->at };
}

/* The step that a message names: that of the first source which is lost or loaded. */
static unsigned origin(const struct walk *walk, const struct sources *s) {
  for (unsigned i = 0; i < s->count; i++)
    if (s->values[i].kind == VALUE_LOST) return s->values[i].from;
  for (unsigned i = 0; i < s->count; i++)
    if (s->values[i].kind == VALUE_LOADED) return s->values[i].from;
  return walk->at;
}

/* The result of loaded or lost sources that no line of the test can compute.  Addresses are lost
 * because of what was loaded; else this step is the reason. */
static struct value lost_by(const struct walk *walk, const struct sources *s) {
  bool here = !any_is(s, VALUE_ADDRESS) && !any_is(s, VALUE_LOST) && !is(walk, "cvta");
  return (struct value){ .kind = VALUE_LOST, .from = here ? walk->at : origin(walk, s) };
}

/* ---- addresses ---- */

static struct value shifted(struct value address, uint64_t by) {
  address.number += by;
  return address;
}

/* An address with some of its lowest bits alone, or without them. */
static bool mask_address(struct value address, uint64_t mask, struct value *result) {
  if (mask < ALIGNMENT && !(mask & (mask + 1))) *result = value_known(address.number & mask);
  else if (~mask < ALIGNMENT && !(~mask & (~mask + 1)))
    *result = shifted(address, -(address.number & ~mask));
  else return false;
  return true;
}

static bool compare_addresses(const struct walk *walk, const struct sources *s,
                              struct value *result) {
  const struct ptx_mnemonic *mnemonic = &walk->step->mnemonic;
  struct value a = s->values[0], b = s->values[1];
  bool truth, both = a.kind == VALUE_ADDRESS && b.kind == VALUE_ADDRESS,
              same = both && a.object == b.object;
  if (s->count > 2 || is(walk, "set")) return false;
  if (same) {
    if (!fold_compare(mnemonic, a.number, b.number, &truth)) return false;
  } else {
    bool null = (a.kind == VALUE_KNOWN && !a.number) || (b.kind == VALUE_KNOWN && !b.number);
    if (!both && !null) return false;
    if (mnemonic_has(mnemonic, "eq")) truth = false;
    else if (mnemonic_has(mnemonic, "ne")) truth = true;
    else return false;
  }
  *result = value_known(truth);
  return true;
}

/* mad with an address as its addend. */
static bool add_product(const struct walk *walk, const struct sources *s, struct value *result) {
  uint64_t numbers[3] = { s->values[0].number, s->values[1].number, 0 }, product;
  if (any_is(&(struct sources){ { s->values[0], s->values[1] }, 2, 0 }, VALUE_ADDRESS))
    return false;
  if (!fold(&walk->step->mnemonic, numbers, 3, &product)) return false;
  *result = shifted(s->values[2], product);
  return true;
}

static uint64_t signed_number(const struct walk *walk, struct value value) {
  struct scalar type = mnemonic_last_type(&walk->step->mnemonic);
  return (uint64_t)fold_signed(value.number, type.bits ? type.bits : 64);
}

/* Two sources of which one or both are addresses. */
static bool fold_two(const struct walk *walk, const struct sources *s, struct value *result) {
  struct value a = s->values[0], b = s->values[1];
  bool both = a.kind == b.kind, first = a.kind == VALUE_ADDRESS;
  if (is(walk, "sub") && both && a.object == b.object) *result = value_known(a.number - b.number);
  else if (is(walk, "sub") && first && !both) *result = shifted(a, -signed_number(walk, b));
  else if (is(walk, "add") && !both)
    *result = first ? shifted(a, signed_number(walk, b)) : shifted(b, signed_number(walk, a));
  else if (is(walk, "and") && !both)
    return first ? mask_address(a, signed_number(walk, b), result)
                 : mask_address(b, signed_number(walk, a), result);
  else if (is(walk, "or") && first && !both && b.number < ALIGNMENT && !(a.number & b.number))
    *result = shifted(a, b.number);
  else return false;
  return true;
}

/* Known sources of which at least one is an address. */
static struct value fold_address(const struct walk *walk, const struct sources *s) {
  struct value result = lost(walk);
  bool good;
  if (is(walk, "mov") || is(walk, "cvta") || is(walk, "cvt")) return s->values[0];
  if (is(walk, "setp")) good = compare_addresses(walk, s, &result);
  else if (is(walk, "mad")) good = add_product(walk, s, &result);
  else good = s->count == 2 && fold_two(walk, s, &result);
  return good ? result : lost(walk);
}

static struct value fold_known(const struct walk *walk, const struct sources *s) {
  uint64_t numbers[SOURCES_MOST], result;
  for (unsigned i = 0; i < s->count; i++) numbers[i] = s->values[i].number;
  if (!fold(&walk->step->mnemonic, numbers, s->count, &result)) return lost(walk);
  return value_known(result);
}

/* ---- a loaded source beside known ones ---- */

/* The result where a known source decides alone: and with 0, or with true, mul by 0. */
static bool decides(const struct walk *walk, const struct sources *s, struct value *result) {
  struct scalar type = mnemonic_last_type(&walk->step->mnemonic);
  const struct ptx_mnemonic *m = &walk->step->mnemonic;
  bool joins = is(walk, "setp") && s->count == 3;
  for (unsigned i = joins ? 2 : 0; i < s->count && (joins || s->count == 2); i++) {
    uint64_t number = fold_cut(s->values[i].number, joins ? 1 : type.bits);
    bool known = s->values[i].kind == VALUE_KNOWN, predicate = joins || type.kind == 'p';
    bool ands = joins ? mnemonic_has(m, "and") : is(walk, "and") || is(walk, "mul"),
         ors = joins ? mnemonic_has(m, "or") : is(walk, "or");
    bool decided = known && ((ands && number == 0) || (ors && predicate && number == 1));
    if (decided) *result = value_known(number);
    if (decided) return true;
  }
  return false;
}

/* Emits `mov` of the operand that selp takes. */
static bool emit_move(struct walk *walk, unsigned index, unsigned operand) {
  walk_before_write(walk, index);
  struct code_line *line = walk_line_begin(walk);
  struct scalar type = mnemonic_last_type(&walk->step->mnemonic);
  line->computes = line->copies = true;
  code_text(line, type.kind == 'p' ? "mov.pred " : "mov.%c%u ", type.kind, type.bits);
  code_register(line, PIECE_WRITE, index);
  code_text(line, ", ");
  bool good = walk_add_source(walk, line, steps_operand(walk->step, operand));
  walk_assign_loaded(walk, index);
  return good;
}

/* The source that alone is the result: the other one of and with true, or with false; else -1. */
static int remains(const struct walk *walk, const struct sources *s) {
  if (mnemonic_last_type(&walk->step->mnemonic).kind != 'p' || s->count != 2) return -1;
  for (int i = 0; i < 2; i++) {
    if (s->values[i].kind != VALUE_KNOWN || s->values[1 - i].kind != VALUE_LOADED) continue;
    bool truth = s->values[i].number & 1;
    if (truth ? is(walk, "and") : is(walk, "or") || is(walk, "xor")) return 1 - i;
  }
  return -1;
}

/* The opposite of a comparison. */
static const char *opposite(const struct walk *walk, struct span part) {
  static const char *const pairs[][2] = {
    { "eq", "ne" }, { "lt", "ge" }, { "le", "gt" }, { "lo", "hs" }, { "ls", "hi" }
  };
  const char *word = walk->step->mnemonic.text + part.start;
  for (size_t i = 0; part.length == 2 && i < sizeof pairs / sizeof *pairs; i++) {
    if (text_starts(word, pairs[i][0])) return pairs[i][1];
    if (text_starts(word, pairs[i][1])) return pairs[i][0];
  }
  return NULL;
}

/* The mnemonic of setp, with the opposite comparison for its second destination, and without a
 * predicate that changes nothing. */
static void add_compare(struct walk *walk, struct code_line *line, bool inverse, bool joins) {
  const struct ptx_mnemonic *m = &walk->step->mnemonic;
  for (unsigned part = 0; part < m->count; part++) {
    const char *other = inverse ? opposite(walk, m->parts[part]) : NULL;
    bool boolean = mnemonic_part_is(m, part, "and") || mnemonic_part_is(m, part, "or") ||
                   mnemonic_part_is(m, part, "xor");
    if (part && boolean && !joins) continue;
    code_text(line, "%s%.*s", part ? "." : "", other ? 2 : (int)m->parts[part].length,
              other ? other : m->text + m->parts[part].start);
  }
}

/* Notes that the predicate compares a register with a number. */
static void note_compared(struct walk *walk, unsigned predicate, const struct sources *s,
                          bool inverse) {
  const struct ptx_mnemonic *m = &walk->step->mnemonic;
  bool equal = mnemonic_has(m, "eq"), unequal = mnemonic_has(m, "ne");
  unsigned bits = mnemonic_last_type(m).bits;
  if (!is(walk, "setp") || s->count != 2 || equal == unequal || walk->guard != NO_GUARD) return;
  for (unsigned i = 0; i < 2; i++) {
    const struct ptx_operand *operand = steps_operand(walk->step, s->first + i);
    if (s->values[i].kind != VALUE_LOADED || s->values[1 - i].kind != VALUE_KNOWN) continue;
    unsigned index = steps_register(walk->step, operand);
    if (operand->kind != PTX_REGISTER || walk->steps.registers.items[index].bits != bits) continue;
    struct compared_register new = { predicate, index, fold_cut(s->values[1 - i].number, bits),
                                     equal != inverse };
    vector_push(walk->compared, new);
  }
}

/* The sources with the numbers that loaded ones can only be. */
static struct sources with_contents(const struct sources *s) {
  struct sources known = *s;
  for (unsigned i = 0; i < known.count; i++)
    if (known.values[i].kind == VALUE_LOADED && known.values[i].holds)
      known.values[i].kind = VALUE_KNOWN;
  return known;
}

/* The result can only be what those give. */
static void note_content(struct walk *walk, unsigned index, const struct sources *s) {
  struct sources known = with_contents(s);
  if (walk->guard != NO_GUARD || any_is(&known, VALUE_LOADED) || any_is(&known, VALUE_ADDRESS))
    return;
  struct value result = fold_known(walk, &known);
  if (result.kind != VALUE_KNOWN) return;
  walk->values[index].holds = true;
  walk->values[index].number = fold_cut(result.number, walk->steps.registers.items[index].bits);
}

/* Emits the step with one destination. */
static bool emit(struct walk *walk, unsigned index, const struct sources *s, bool inverse) {
  bool joined = is(walk, "setp") && s->count == 3,
       drops = joined && s->values[2].kind == VALUE_KNOWN &&
               !mnemonic_has(&walk->step->mnemonic, "xor");
  walk_before_write(walk, index);
  struct code_line *line = walk_line_begin(walk);
  line->computes = true;
  line->copies = is(walk, "mov");
  if (is(walk, "setp")) add_compare(walk, line, inverse, !drops);
  else walk_add_mnemonic(walk, line);
  code_text(line, " ");
  code_register(line, PIECE_WRITE, index);
  bool good = walk_add_sources(walk, line, s->first, s->first + s->count - drops);
  walk_assign_loaded(walk, index);
  walk->values[index].from = origin(walk, s);
  note_compared(walk, index, s, inverse);
  note_content(walk, index, s);
  return good;
}

static bool may_be_emitted(const struct walk *walk, const struct sources *s) {
  return !any_is(s, VALUE_ADDRESS) && !any_is(s, VALUE_LOST) &&
         fold_is_in_tests(&walk->step->mnemonic);
}

/* What decides a branch, or is an address, follows from what loaded values can only be.  Other
 * results stay loaded, so that what is stored depends on what was read. */
static struct sources decisive(const struct walk *walk, unsigned index, const struct sources *s) {
  bool predicate = walk->steps.registers.items[index].bits == 1;
  return predicate || any_is(s, VALUE_ADDRESS) ? with_contents(s) : *s;
}

/* One destination gets its value. */
static bool give(struct walk *walk, unsigned index, const struct sources *given, bool inverse) {
  struct value result;
  struct sources decided = decisive(walk, index, given), *s = &decided;
  bool selects = is(walk, "selp") && (s->values[2].kind == VALUE_KNOWN || s->values[2].holds);
  unsigned selected = selects && !(s->values[2].number & 1);
  bool folds = !any_is(s, VALUE_LOADED) && !any_is(s, VALUE_LOST);
  if (selects && s->values[selected].kind != VALUE_LOADED) result = s->values[selected];
  else if (selects) return emit_move(walk, index, s->first + selected);
  else if (remains(walk, s) >= 0)
    return emit_move(walk, index, s->first + (unsigned)remains(walk, s));
  else if (decides(walk, s, &result)) inverse = false;
  else if (folds && fold_is_float(&walk->step->mnemonic)) result = lost(walk);
  else if (folds) result = any_is(s, VALUE_ADDRESS) ? fold_address(walk, s) : fold_known(walk, s);
  else if (may_be_emitted(walk, s)) return emit(walk, index, s, inverse);
  else result = lost_by(walk, s);
  if (inverse && result.kind == VALUE_KNOWN) {
    if (s->count == 3) result = lost(walk);
    else result.number ^= 1;
  }
  walk_assign(walk, index, result);
  return true;
}

/* ---- mov of several registers ---- */

/* "mov.b64 {a, b}, c" and "mov.b64 c, {a, b}", of known values. */
static bool move_list(struct walk *walk) {
  const struct ptx_operand *first = steps_operand(walk->step, 0);
  unsigned operands = walk->step->instruction->count;
  unsigned listed = first->kind == PTX_LIST ? first->count
                    : operands > 1          ? steps_operand(walk->step, 1)->count
                                            : 0;
  if (operands != listed + 2 || (first->kind != PTX_LIST && first->kind != PTX_REGISTER))
    return walk_fail(walk, walk->step->mnemonic.whole, "expected d, {a, b} or {a, b}, c");
  bool unpacks = first->kind == PTX_LIST;
  const struct ptx_operand *list = unpacks ? first : steps_operand(walk->step, 1),
                           *whole = unpacks ? list + 1 + list->count : first;
  unsigned count = list->count,
           bits = mnemonic_last_type(&walk->step->mnemonic).bits / (count + !count);
  struct value value, sum = value_known(0);
  if (unpacks && !walk_value(walk, whole, &value)) return false;
  for (unsigned i = 0; i < count; i++) {
    struct value part = lost(walk);
    if (!unpacks && !walk_value(walk, &list[1 + i], &part)) return false;
    if (unpacks && value.kind == VALUE_KNOWN) part = value_known(value.number >> i * bits);
    if (unpacks && list[1 + i].kind == PTX_REGISTER)
      walk_assign(walk, steps_register(walk->step, &list[1 + i]), part);
    if (!unpacks && part.kind != VALUE_KNOWN) sum = lost(walk);
    sum.number |= fold_cut(part.number, bits) << i * bits;
  }
  if (!unpacks) walk_assign(walk, steps_register(walk->step, whole), sum);
  return true;
}

/* ---- instructions of addresses ---- */

/* "mapa.u64 d, a, rank": the shared variable of another CTA of the cluster. */
static bool map_address(struct walk *walk) {
  struct value address, rank, result = lost(walk);
  if (!walk_value(walk, steps_operand(walk->step, 1), &address) ||
      !walk_value(walk, steps_operand(walk->step, 2), &rank))
    return false;
  struct object *object =
      address.kind == VALUE_ADDRESS ? &walk->extraction->objects.items.items[address.object] : NULL;
  if (object && object->space == SPACE_SHARED && rank.kind == VALUE_KNOWN &&
      rank.number < geometry_cluster_size(&walk->geometry)) {
    struct geometry other = geometry_of_rank(&walk->geometry, (unsigned)rank.number);
    unsigned cta;
    if (!places_cta(walk->extraction, walk->kernel, walk->asked->gpu, &other, &cta)) return false;
    result = address;
    result.object =
        objects_of_variable(&walk->extraction->objects, object->variable, cta, walk->asked->gpu);
  }
  walk_assign(walk, steps_register(walk->step, steps_operand(walk->step, 0)), result);
  return true;
}

/* "isspacep.global p, a" */
static bool test_space(struct walk *walk) {
  struct value address, result = lost(walk);
  if (!walk_value(walk, steps_operand(walk->step, 1), &address)) return false;
  if (address.kind == VALUE_ADDRESS)
    result = value_known(
        mnemonic_has(&walk->step->mnemonic,
                     space_name(walk->extraction->objects.items.items[address.object].space)));
  walk_assign(walk, steps_register(walk->step, steps_operand(walk->step, 0)), result);
  return true;
}

/* ---- all ---- */

/* An instruction that is not followed loses what it writes; that matters where it is used. */
static bool lose(struct walk *walk) {
  for (unsigned k = 0; k < walk->step->defs; k++)
    walk_assign(walk, walk->steps.pool.items[walk->step->first_def + k], lost(walk));
  return true;
}

static bool gather(struct walk *walk, struct sources *s) {
  for (unsigned i = 0; i < s->count; i++)
    if (!walk_value(walk, steps_operand(walk->step, s->first + i), &s->values[i])) return false;
  return true;
}

static bool has_list(const struct walk *walk) {
  for (unsigned k = 0; k < walk->step->instruction->count; k++)
    if (steps_operand(walk->step, k)->kind == PTX_LIST) return true;
  return false;
}

bool compute_step(struct walk *walk) {
  const struct ptx_operand *first = steps_operand(walk->step, 0);
  unsigned skipped = first->kind == PTX_LIST ? 1 + first->count : 1;
  struct sources s = { .count = fold_sources(&walk->step->mnemonic), .first = skipped };
  unsigned count = walk->step->instruction->count;
  bool writes = first->kind == PTX_REGISTER && !first->in_memory;
  if (is(walk, "mapa") && count == 3 && writes) return map_address(walk);
  if (is(walk, "isspacep") && count == 2 && writes) return test_space(walk);
  if (is(walk, "mov") && has_list(walk)) return move_list(walk);
  if (!s.count || skipped + s.count != count) return lose(walk);
  if (!gather(walk, &s)) return false;
  for (unsigned k = 0; k < skipped; k++) {
    const struct ptx_operand *destination = steps_operand(walk->step, k);
    if (destination->kind != PTX_REGISTER) continue;
    if (!give(walk, steps_register(walk->step, destination), &s, k == 2)) return false;
  }
  return true;
}
