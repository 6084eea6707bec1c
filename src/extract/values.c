/* Values of operands, and lines that are emitted. */
#include "extract/values.h"

#include "base/text.h"
#include "extract/fold.h"

unsigned walk_line(const struct walk *walk, unsigned step) {
  unsigned line, column;
  diagnostic_source_position(&walk->extraction->module->source,
                             walk->steps.items.items[step].mnemonic.whole.start, &line, &column);
  return line;
}

/* ---- operands ---- */

static bool special_value(struct walk *walk, const struct ptx_operand *operand,
                          struct value *value) {
  const char *missing, *text = walk->extraction->module->source.text;
  char *name = memory_copy_text(text + operand->span.start, operand->span.length);
  uint64_t number = 0;
  bool good = geometry_special(&walk->geometry, name, &number, &missing);
  *value = value_known(number);
  if (!good && missing)
    walk_fail(walk, operand->span, "%s is not known here: say %s N", name, missing);
  else if (!good && operand->kind == PTX_SPECIAL)
    walk_fail(walk, operand->span,
              "unsupported: %s, whose value does not follow from where the thread runs", name);
  else if (!good) walk_fail(walk, operand->span, "\"%s\" is not declared", name);
  memory_free(name);
  return good;
}

static bool register_value(struct walk *walk, const struct ptx_operand *operand,
                           struct value *value) {
  unsigned index = steps_register(walk->step, operand);
  *value = walk->values[index];
  if (operand->negated && (value->kind == VALUE_KNOWN || value->holds))
    value->number = !(value->number & 1);
  return value->kind != VALUE_UNSET ||
         walk_fail(walk, operand->span, "%s is read before anything writes it",
                   walk->steps.registers.items[index].name);
}

bool walk_value(struct walk *walk, const struct ptx_operand *operand, struct value *value) {
  switch (operand->kind) {
  case PTX_REGISTER: return register_value(walk, operand, value);
  case PTX_NUMBER: *value = value_known((uint64_t)operand->number); return true;
  case PTX_VARIABLE:
    *value = (struct value){ .kind = VALUE_ADDRESS, .number = (uint64_t)operand->number };
    value->object = objects_of_variable(&walk->extraction->objects,
                                        &walk->extraction->module->variables.items[operand->index],
                                        walk->cta, walk->asked->gpu);
    return true;
  case PTX_SPECIAL:
  case PTX_NAME: return special_value(walk, operand, value);
  default: return walk_fail(walk, operand->span, "expected a register or a number");
  }
}

bool walk_refuse_value(struct walk *walk, struct span span, struct value value) {
  if (value.kind == VALUE_ADDRESS)
    return walk_fail(
        walk, span,
        "unsupported: the address of \"%s\" as a value: store a number that stands for "
        "it",
        walk->extraction->objects.items.items[value.object].name);
  struct span from = walk->steps.items.items[value.from].mnemonic.whole;
  return walk_fail(walk, span,
                   "unsupported: this depends on \"%.*s\" in line %u, which cannot be followed",
                   from.length > 60 ? 60 : (int)from.length,
                   walk->extraction->module->source.text + from.start, walk_line(walk, value.from));
}

/* ---- lines ---- */

struct code_line *walk_line_begin(struct walk *walk) {
  struct code_line *line = code_add(&walk->code, CODE_PLAIN);
  line->is_guarded = walk->guard != NO_GUARD;
  if (!line->is_guarded) return line;
  code_text(line, walk->guard_negated ? "@!" : "@");
  code_register(line, PIECE_READ, (unsigned)walk->guard);
  code_text(line, " ");
  return line;
}

/* .L1::evict_last, .L2::128B */
static bool is_hint(const struct ptx_mnemonic *mnemonic, unsigned part) {
  const char *word = mnemonic->text + mnemonic->parts[part].start;
  return text_starts(word, "L1::") || text_starts(word, "L2::") || text_starts(word, "level::");
}

void walk_add_mnemonic(struct walk *walk, struct code_line *line) {
  const struct ptx_mnemonic *mnemonic = &walk->step->mnemonic;
  for (unsigned part = 0; part < mnemonic->count; part++)
    if (!is_hint(mnemonic, part))
      code_text(line, "%s%.*s", part ? "." : "", (int)mnemonic->parts[part].length,
                mnemonic->text + mnemonic->parts[part].start);
}

void walk_add_number(struct code_line *line, struct scalar type, uint64_t number) {
  unsigned bits = type.bits ? type.bits : 64;
  if (type.kind == 'u' && (bits < 64 || !(number >> 63)))
    code_text(line, "%llu", (unsigned long long)fold_cut(number, bits));
  else if (type.kind == 'p') code_text(line, "%u", (unsigned)(number & 1));
  else code_text(line, "%lld", (long long)fold_signed(number, bits));
}

bool walk_add_source(struct walk *walk, struct code_line *line, const struct ptx_operand *operand) {
  struct value value;
  size_t at = (size_t)(line - walk->code.lines.items);
  if (operand->kind == PTX_SINK) return code_text(line, "_"), true;
  if (!walk_value(walk, operand, &value)) return false;
  line = &walk->code.lines.items[at];
  if (value.kind == VALUE_KNOWN) {
    bool predicate = operand->kind == PTX_REGISTER &&
                     walk->steps.registers.items[steps_register(walk->step, operand)].bits == 1;
    struct scalar type =
        predicate ? (struct scalar){ 'p', 1 } : mnemonic_last_type(&walk->step->mnemonic);
    if (operand->kind == PTX_NUMBER && !type.bits) type.bits = 64;
    walk_add_number(line, type, value.number);
    return true;
  }
  if (value.kind != VALUE_LOADED) return walk_refuse_value(walk, operand->span, value);
  if (operand->negated) code_text(line, "!");
  code_register(line, PIECE_READ, steps_register(walk->step, operand));
  return true;
}

bool walk_add_sources(struct walk *walk, struct code_line *line, unsigned from, unsigned end) {
  for (unsigned k = from; k < end; k++) {
    if (k) code_text(line, ", ");
    if (!walk_add_source(walk, line, steps_operand(walk->step, k))) return false;
  }
  return true;
}

/* ---- writing registers ---- */

static const char *move_of(unsigned bits) {
  return bits == 1 ? "mov.pred" : bits == 64 ? "mov.b64" : bits == 16 ? "mov.b16" : "mov.b32";
}

static void add_move(struct walk *walk, struct code_line *line, unsigned index, uint64_t number) {
  unsigned bits = walk->steps.registers.items[index].bits;
  line->computes = true;
  code_text(line, "%s ", move_of(bits));
  code_register(line, PIECE_WRITE, index);
  code_text(line, ", ");
  walk_add_number(line, (struct scalar){ bits == 1 ? 'p' : 's', bits }, number);
}

void walk_materialise(struct walk *walk, unsigned index) {
  struct value *value = &walk->values[index];
  if (value->kind != VALUE_KNOWN) return;
  add_move(walk, code_add(&walk->code, CODE_PLAIN), index, value->number);
  *value = (struct value){ .kind = VALUE_LOADED, .from = walk->at };
}

void walk_before_write(struct walk *walk, unsigned index) {
  if (walk->guard != NO_GUARD) walk_materialise(walk, index);
}

/* Comparisons with the register, or in it, say nothing from now on. */
static void forget_compared(struct walk *walk, unsigned index) {
  size_t kept = 0;
  for (size_t i = 0; i < walk->compared.length; i++) {
    struct compared_register each = walk->compared.items[i];
    if (each.predicate != index && each.index != index) walk->compared.items[kept++] = each;
  }
  walk->compared.length = kept;
}

void walk_assign_loaded(struct walk *walk, unsigned index) {
  forget_compared(walk, index);
  struct value *value = &walk->values[index];
  bool lost =
      walk->guard != NO_GUARD && (value->kind == VALUE_ADDRESS || value->kind == VALUE_LOST);
  *value = (struct value){ .kind = lost ? VALUE_LOST : VALUE_LOADED, .from = walk->at };
}

static bool same_value(struct value a, struct value b) {
  return a.kind == b.kind && a.number == b.number && a.object == b.object && a.holds == b.holds;
}

void walk_assign(struct walk *walk, unsigned index, struct value value) {
  struct value *old = &walk->values[index];
  forget_compared(walk, index);
  if (value.kind == VALUE_KNOWN)
    value.number = fold_cut(value.number, walk->steps.registers.items[index].bits);
  if (walk->guard == NO_GUARD || same_value(*old, value)) {
    *old = value;
  } else if (value.kind == VALUE_KNOWN) {
    walk_materialise(walk, index);
    add_move(walk, walk_line_begin(walk), index, value.number);
    walk_assign_loaded(walk, index);
  } else *old = (struct value){ .kind = VALUE_LOST, .from = walk->at };
}
