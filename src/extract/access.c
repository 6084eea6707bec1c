/* Accesses to memory, fences and barriers.
 *
 * A load of a parameter or of constant memory has a known value.  Other accesses are emitted as the
 * file has them, with the name of what they access in place of the address. */
#include "extract/access.h"

#include "base/text.h"
#include "extract/fold.h"
#include "extract/values.h"

static bool is(const struct walk *walk, const char *word) {
  return mnemonic_part_is(&walk->step->mnemonic, 0, word);
}

static struct object *object_of(const struct walk *walk, struct value address) {
  return &walk->extraction->objects.items.items[address.object];
}

/* The operand in memory, or NULL. */
static const struct ptx_operand *place_of(const struct walk *walk) {
  for (unsigned k = 0; k < walk->step->instruction->count; k++)
    if (steps_operand(walk->step, k)->in_memory) return steps_operand(walk->step, k);
  return NULL;
}

/* ---- addresses ---- */

static bool refuse_address(struct walk *walk, const struct ptx_operand *place, struct value value) {
  struct span from = walk->steps.items.items[value.from].mnemonic.whole;
  const char *text = walk->extraction->module->source.text;
  int length = from.length > 60 ? 60 : (int)from.length;
  if (value.kind == VALUE_KNOWN)
    return walk_fail(
        walk, place->span,
        "expected the address of a location, found the number %lld: give the parameter "
        "that it comes from as a location (--param KERNEL.N=x)",
        (long long)value.number);
  const struct ptx_mnemonic *mnemonic = &walk->steps.items.items[value.from].mnemonic;
  bool loads = mnemonic_part_is(mnemonic, 0, "ld") || mnemonic_part_is(mnemonic, 0, "atom");
  if (value.kind == VALUE_LOADED || loads)
    return walk_fail(
        walk, place->span,
        "unsupported: an address that depends on what is read from memory (\"%.*s\" in "
        "line %u): let the kernel compute it of its parameters alone",
        length, text + from.start, walk_line(walk, value.from));
  return walk_fail(walk, place->span,
                   "unsupported: an address that depends on \"%.*s\" in line %u: let the kernel "
                   "compute it of parameters and of thread and block numbers alone",
                   length, text + from.start, walk_line(walk, value.from));
}

static bool find_address(struct walk *walk, const struct ptx_operand *place,
                         struct value *address) {
  struct ptx_operand base = *place;
  base.number = place->kind == PTX_REGISTER ? 0 : place->number;
  if (!walk_value(walk, &base, address)) return false;
  if (address->kind != VALUE_ADDRESS) return refuse_address(walk, place, *address);
  if (place->kind == PTX_REGISTER) address->number += (uint64_t)place->number;
  return true;
}

static bool is_inside(struct walk *walk, const struct ptx_operand *place, struct value address,
                      unsigned bytes) {
  const struct object *object = object_of(walk, address);
  int64_t offset = (int64_t)address.number;
  if (offset >= 0 && offset <= INT32_MAX &&
      (!object->bytes || (uint64_t)offset + bytes <= object->bytes))
    return true;
  return walk_fail(walk, place->span, "an access of %u bytes at %s%+lld, which has %llu", bytes,
                   object->name, (long long)offset, (unsigned long long)object->bytes);
}

/* ---- parameters and constants ---- */

static const struct bound_parameter *bound(const struct walk *walk, unsigned variable,
                                           uint64_t offset) {
  for (size_t i = 0; i < walk->extraction->parameters.length; i++) {
    const struct bound_parameter *each = &walk->extraction->parameters.items[i];
    if (each->kernel == walk->kernel && each->variable == variable && each->offset == offset)
      return each;
  }
  return NULL;
}

static unsigned number_of(const struct walk *walk, unsigned variable) {
  for (unsigned k = 0; k < walk->kernel->parameters.length; k++)
    if (walk->kernel->parameters.items[k] == variable) return k;
  return 0;
}

static bool bound_value(struct walk *walk, const struct ptx_operand *place, unsigned variable,
                        uint64_t offset, struct value *value) {
  const struct bound_parameter *parameter = bound(walk, variable, offset);
  char at[32] = "";
  if (offset) snprintf(at, sizeof at, "+%llu", (unsigned long long)offset);
  if (!parameter)
    return walk_fail(walk, place->span,
                     "parameter %u of %s has no value%s: add --param %s.%u%s=x for a location, or "
                     "=N for a number",
                     number_of(walk, variable), walk->kernel->name, offset ? " at that place" : "",
                     walk->asked->kernel, number_of(walk, variable), at);
  parameter->asked->used = true;
  *value = value_known((uint64_t)parameter->asked->number);
  if (!parameter->asked->location) return true;
  value->kind = VALUE_ADDRESS;
  value->object = parameter->object;
  return true;
}

static bool constant_value(struct walk *walk, const struct ptx_operand *place,
                           const struct object *object, uint64_t offset, unsigned bytes,
                           struct value *value) {
  const struct variable *variable = object->variable;
  if (variable->has_address || offset + bytes > variable->bytes || bytes > 8)
    return walk_fail(walk, place->span, "unsupported: this load of the constant \"%s\"",
                     variable->name);
  *value = value_known(0);
  for (unsigned i = 0; i < bytes && variable->contents; i++)
    value->number |= (uint64_t)variable->contents[offset + i] << 8 * i;
  return true;
}

/* The value of an element that is no memory of the test. */
static bool folded_value(struct walk *walk, const struct ptx_operand *place, struct value address,
                         unsigned bytes, struct value *value) {
  const struct object *object = object_of(walk, address);
  if (object->space == SPACE_CONST)
    return constant_value(walk, place, object, address.number, bytes, value);
  unsigned variable = (unsigned)(object->variable - walk->extraction->module->variables.items);
  return bound_value(walk, place, variable, address.number, value);
}

/* The k-th register or source of a vector, or the operand itself. */
static const struct ptx_operand *element(const struct ptx_operand *operand, unsigned k) {
  return operand->kind == PTX_LIST ? operand + 1 + k : operand;
}

static bool fold_load(struct walk *walk, const struct ptx_operand *place, struct value address) {
  struct scalar type = mnemonic_last_type(&walk->step->mnemonic);
  unsigned elements = mnemonic_elements(&walk->step->mnemonic);
  for (unsigned e = 0; e < elements; e++) {
    const struct ptx_operand *to = element(steps_operand(walk->step, 0), e);
    struct value value;
    if (!folded_value(walk, place, address, type.bits / 8, &value)) return false;
    if (value.kind == VALUE_KNOWN)
      value.number = type.kind == 's' ? (uint64_t)fold_signed(value.number, type.bits)
                                      : fold_cut(value.number, type.bits);
    if (to->kind == PTX_REGISTER) walk_assign(walk, steps_register(walk->step, to), value);
    address.number += type.bits / 8;
  }
  return true;
}

/* ---- what calls pass ---- */

/* Emits a move of a loaded value to another register. */
static void emit_copy(struct walk *walk, unsigned to, unsigned from) {
  unsigned bits = walk->steps.registers.items[to].bits;
  walk_before_write(walk, to);
  struct code_line *line = walk_line_begin(walk);
  line->computes = line->copies = true;
  code_text(line, "mov.b%u ", bits);
  code_register(line, PIECE_WRITE, to);
  code_text(line, ", ");
  code_register(line, PIECE_READ, from);
  walk_assign_loaded(walk, to);
}

static void copy(struct walk *walk, unsigned to, unsigned from) {
  if (walk->values[from].kind == VALUE_LOADED) emit_copy(walk, to, from);
  else walk_assign(walk, to, walk->values[from]);
}

/* ld.param and st.param of a parameter that a call passes. */
static bool pass(struct walk *walk, const struct ptx_operand *place) {
  struct scalar type = mnemonic_last_type(&walk->step->mnemonic);
  unsigned elements = mnemonic_elements(&walk->step->mnemonic);
  const struct ptx_operand *other = steps_operand(walk->step, is(walk, "ld") ? 0 : 1);
  for (unsigned e = 0; e < elements; e++) {
    const struct ptx_operand *each = element(other, e);
    int slot = steps_parameter(&walk->steps, walk->step, place->index,
                               (uint64_t)place->number + e * (type.bits / 8));
    struct value value;
    if (slot < 0)
      return walk_fail(walk, place->span, "unsupported: a parameter that no call passes like this");
    if (is(walk, "ld") && walk->values[slot].kind == VALUE_UNSET)
      return walk_fail(walk, place->span, "a parameter that is read before anything writes it");
    if (each->kind == PTX_SINK) continue;
    if (is(walk, "ld")) copy(walk, steps_register(walk->step, each), (unsigned)slot);
    else if (each->kind == PTX_REGISTER)
      copy(walk, (unsigned)slot, steps_register(walk->step, each));
    else if (!walk_value(walk, each, &value)) return false;
    else walk_assign(walk, (unsigned)slot, value);
  }
  return true;
}

/* ---- accesses that stay ---- */

static void add_place(const struct walk *walk, struct code_line *line, struct value address) {
  (void)walk;
  code_text(line, "[");
  code_address(line, address.object, (int64_t)address.number);
  code_text(line, "]");
}

static bool add_destination(struct walk *walk, struct code_line *line,
                            const struct ptx_operand *operand) {
  if (operand->kind == PTX_SINK) code_text(line, "_");
  else if (operand->kind == PTX_REGISTER)
    code_register(line, PIECE_WRITE, steps_register(walk->step, operand));
  else return walk_fail(walk, operand->span, "expected a register");
  return true;
}

/* One operand that is no list: the destination, the address or a source. */
static bool add_operand(struct walk *walk, size_t at, const struct ptx_operand *operand,
                        bool written, struct value address) {
  struct code_line *line = &walk->code.lines.items[at];
  if (operand->in_memory) return add_place(walk, line, address), true;
  if (written) return add_destination(walk, line, operand);
  return walk_add_source(walk, line, operand);
}

/* All operands, with braces around those of vectors. */
static bool add_operands(struct walk *walk, size_t at, unsigned end, struct value address) {
  bool writes = steps_writes_first(&walk->step->mnemonic);
  for (unsigned k = 0; k < end; k++) {
    const struct ptx_operand *operand = steps_operand(walk->step, k);
    unsigned inner = operand->kind == PTX_LIST ? operand->count : 0;
    bool written = writes && k == 0;
    code_text(&walk->code.lines.items[at], k ? ", " : " ");
    if (!inner && !add_operand(walk, at, operand, written, address)) return false;
    for (unsigned e = 0; e < inner; e++) {
      code_text(&walk->code.lines.items[at], e ? ", " : "{");
      if (!add_operand(walk, at, operand + 1 + e, written, address)) return false;
    }
    if (inner) code_text(&walk->code.lines.items[at], "}");
    k += inner;
  }
  return true;
}

/* Operands but for the policy of .L2::cache_hint, the last one. */
static unsigned operands_end(const struct walk *walk) {
  unsigned count = walk->step->instruction->count;
  return mnemonic_has(&walk->step->mnemonic, "L2::cache_hint") && count ? count - 1 : count;
}

static bool emit(struct walk *walk, struct value address) {
  for (unsigned k = 0; k < walk->step->defs; k++)
    walk_before_write(walk, walk->steps.pool.items[walk->step->first_def + k]);
  struct code_line *line = walk_line_begin(walk);
  size_t at = (size_t)(line - walk->code.lines.items);
  line->loads = is(walk, "ld");
  line->joins = is(walk, "atom");
  walk_add_mnemonic(walk, line);
  if (!add_operands(walk, at, operands_end(walk), address)) return false;
  for (unsigned k = 0; k < walk->step->defs; k++)
    walk_assign_loaded(walk, walk->steps.pool.items[walk->step->first_def + k]);
  return true;
}

static bool emit_access(struct walk *walk, const struct ptx_operand *place, struct value address) {
  struct scalar type = mnemonic_last_type(&walk->step->mnemonic);
  unsigned bytes = type.bits / 8, elements = mnemonic_elements(&walk->step->mnemonic);
  struct object *object = object_of(walk, address);
  if (object->space == SPACE_LOCAL)
    return walk_fail(walk, place->span,
                     "unsupported: local memory (\"%s\"): compile with optimisation, and index "
                     "local arrays by numbers that the compiler knows",
                     object->variable->name);
  if (object->space == SPACE_CONST || object->space == SPACE_PARAM)
    return walk_fail(walk, place->span, "a write to a constant or to a parameter");
  if (!bytes) return walk_fail(walk, walk->step->mnemonic.whole, "expected a type in the mnemonic");
  if (!is_inside(walk, place, address, bytes * elements)) return false;
  objects_add_access(
      object, (struct ptx_access){ (int64_t)address.number, bytes, elements, !is(walk, "ld") });
  return emit(walk, address);
}

/* Operand number k has as many elements as the mnemonic says; each is a register if it is written.
 */
static bool fits(const struct walk *walk, unsigned k, bool written) {
  unsigned elements = mnemonic_elements(&walk->step->mnemonic);
  const struct ptx_operand *operand = steps_operand(walk->step, k);
  if (elements > 1 ? operand->kind != PTX_LIST || operand->count != elements
                   : operand->kind == PTX_LIST)
    return false;
  for (unsigned e = 0; e < elements; e++) {
    enum ptx_operand_kind kind = element(operand, e)->kind;
    if (kind == PTX_LIST || element(operand, e)->in_memory) return false;
    if (written && kind != PTX_REGISTER && kind != PTX_SINK) return false;
  }
  return true;
}

/* d, [a] or [a], b */
static bool check_shape(struct walk *walk) {
  bool reads = is(walk, "ld") || is(walk, "atom");
  unsigned count = walk->step->instruction->count;
  const struct ptx_operand *first = count ? steps_operand(walk->step, 0) : NULL;
  unsigned place = !reads || !first ? 0 : first->kind == PTX_LIST ? 1 + first->count : 1;
  bool good = count >= 2 && place < count && steps_operand(walk->step, place)->in_memory &&
              (reads || place + 1 < count) && fits(walk, reads ? 0 : 1, reads);
  if (good) return true;
  return walk_fail(walk, walk->step->mnemonic.whole,
                   reads ? "expected a register and an address: d, [a]"
                         : "expected an address and a value: [a], b");
}

bool access_step(struct walk *walk) {
  struct value address;
  if (!check_shape(walk)) return false;
  const struct ptx_operand *place = place_of(walk);
  bool parameter = place->kind == PTX_VARIABLE &&
                   walk->extraction->module->variables.items[place->index].space == SPACE_PARAM;
  if (parameter &&
      steps_parameter(&walk->steps, walk->step, place->index, (uint64_t)place->number) >= 0)
    return pass(walk, place);
  if (!find_address(walk, place, &address)) return false;
  enum ptx_space space = object_of(walk, address)->space;
  if (is(walk, "ld") && (space == SPACE_PARAM || space == SPACE_CONST))
    return fold_load(walk, place, address);
  return emit_access(walk, place, address);
}

bool access_order_step(struct walk *walk) {
  const struct ptx_operand *place = place_of(walk);
  struct value address = { 0 };
  return (!place || find_address(walk, place, &address)) && emit(walk, address);
}
