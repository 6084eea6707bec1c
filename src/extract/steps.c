/* Inlines calls, and finds which registers each step reads and writes. */
#include "extract/steps.h"

#include <string.h>
#include "base/text.h"

enum { DEPTH_MOST = 32, STEPS_MOST = 1 << 20 };

const struct ptx_operand *steps_operand(const struct ptx_step *step, unsigned k) {
  return &step->in->function->operands.items[step->instruction->first + k];
}

unsigned steps_register(const struct ptx_step *step, const struct ptx_operand *operand) {
  return step->in->first_register + operand->index;
}

/* ---- parameters of calls ---- */

/* The operands of a list, as those of "(a, b)" in a call. */
static const struct ptx_operand *argument(const struct inlined *in, bool of_results, unsigned k) {
  const struct ptx_operand *operands = in->caller->function->operands.items + in->call->first;
  const struct ptx_operand *end = operands + in->call->count;
  for (bool results = true; operands < end; operands++) {
    if (operands->kind == PTX_NAME) results = false;
    if (operands->kind != PTX_LIST) continue;
    if (results == of_results) return k < operands->count ? operands + 1 + k : NULL;
    operands += operands->count;
  }
  return NULL;
}

/* Follows a parameter to the call that passes it: the variable of the caller. */
static bool passed(const struct inlined **in, unsigned *variable) {
  const struct function *function = (*in)->function;
  if (!(*in)->caller) return false;
  for (unsigned k = 0; k < function->parameters.length + function->results.length; k++) {
    bool result = k >= function->parameters.length;
    unsigned number = result ? k - (unsigned)function->parameters.length : k;
    if ((result ? function->results.items : function->parameters.items)[number] != *variable)
      continue;
    const struct ptx_operand *actual = argument(*in, result, number);
    if (!actual || actual->kind != PTX_VARIABLE) return false;
    *variable = actual->index;
    *in = (*in)->caller;
    return true;
  }
  return false;
}

static bool is_of_kernel(const struct inlined *in, unsigned variable) {
  for (size_t k = 0; !in->caller && k < in->function->parameters.length; k++)
    if (in->function->parameters.items[k] == variable) return true;
  return false;
}

int steps_parameter(const struct ptx_steps *steps, const struct ptx_step *step, unsigned variable,
                    uint64_t offset) {
  const struct inlined *in = step->in;
  while (passed(&in, &variable)) continue;
  for (size_t i = 0; i < steps->registers.length; i++) {
    const struct step_register *each = &steps->registers.items[i];
    if (each->in == in && each->variable == variable && each->offset == offset) return (int)i;
  }
  return -1;
}

static void declare_parameter(struct ptx_steps *steps, const struct ptx_step *step,
                              unsigned variable, uint64_t offset, unsigned bits) {
  const struct inlined *in = step->in;
  while (passed(&in, &variable)) continue;
  if (is_of_kernel(in, variable) || steps_parameter(steps, step, variable, offset) >= 0) return;
  struct step_register new = { .name = steps->module->variables.items[variable].name,
                               .bits = bits,
                               .in = in,
                               .variable = variable,
                               .offset = offset };
  vector_push(steps->registers, new);
}

/* ---- what a step reads and writes ---- */

bool steps_writes_first(const struct ptx_mnemonic *mnemonic) {
  static const char *const not [] = {
    "st",       "red",       "bra",       "call",    "ret",           "exit",    "bar",
    "fence",    "barrier",   "membar",    "trap",    "brkpt",         "cp",      "brx",
    "prefetch", "prefetchu", "nanosleep", "discard", "applypriority", "pmevent", NULL
  };
  if (mnemonic_part_is(mnemonic, 0, "bar") || mnemonic_part_is(mnemonic, 0, "barrier"))
    return mnemonic_has(mnemonic, "red");
  for (const char *const *word = not ; *word; word++)
    if (mnemonic_part_is(mnemonic, 0, *word)) return false;
  return true;
}

static void use(struct ptx_steps *steps, struct ptx_step *step, unsigned index) {
  vector_push(steps->pool, index);
  step->uses++;
}

static void find_uses(struct ptx_steps *steps, struct ptx_step *step, unsigned from) {
  const struct ptx_instruction *instruction = step->instruction;
  step->first_use = (unsigned)steps->pool.length;
  if (instruction->guard != NO_GUARD)
    use(steps, step, step->in->first_register + (unsigned)instruction->guard);
  for (unsigned k = 0; k < instruction->count; k++) {
    const struct ptx_operand *operand = steps_operand(step, k);
    if (operand->kind == PTX_REGISTER && (k >= from || operand->in_memory))
      use(steps, step, steps_register(step, operand));
  }
}

static void find_defs(struct ptx_steps *steps, struct ptx_step *step, unsigned end) {
  step->first_def = (unsigned)steps->pool.length;
  for (unsigned k = 0; k < end; k++) {
    const struct ptx_operand *operand = steps_operand(step, k);
    if (operand->kind != PTX_REGISTER || operand->in_memory) continue;
    vector_push(steps->pool, steps_register(step, operand));
    step->defs++;
  }
}

static bool is_parameter_access(const struct ptx_steps *steps, const struct ptx_operand *operand) {
  return operand->kind == PTX_VARIABLE && operand->in_memory &&
         steps->module->variables.items[operand->index].space == SPACE_PARAM;
}

/* Declares what ld.param and st.param access, element by element. */
static void declare_parameters(struct ptx_steps *steps, const struct ptx_step *step) {
  struct scalar type = mnemonic_last_type(&step->mnemonic);
  unsigned elements = mnemonic_elements(&step->mnemonic);
  for (unsigned k = 0; type.kind && k < step->instruction->count; k++) {
    const struct ptx_operand *operand = steps_operand(step, k);
    for (unsigned e = 0; e < elements && is_parameter_access(steps, operand); e++)
      declare_parameter(steps, step, operand->index,
                        (uint64_t)operand->number + e * (type.bits / 8), type.bits);
  }
}

/* Those parameters are registers, too. */
static void add_parameters(struct ptx_steps *steps, struct ptx_step *step, bool defs) {
  struct scalar type = mnemonic_last_type(&step->mnemonic);
  unsigned elements = mnemonic_elements(&step->mnemonic);
  for (unsigned k = 0; type.kind && k < step->instruction->count; k++) {
    const struct ptx_operand *operand = steps_operand(step, k);
    for (unsigned e = 0; e < elements && is_parameter_access(steps, operand); e++) {
      int index = steps_parameter(steps, step, operand->index,
                                  (uint64_t)operand->number + e * (type.bits / 8));
      if (index < 0 || mnemonic_part_is(&step->mnemonic, 0, "st") != defs) continue;
      vector_push(steps->pool, (unsigned)index);
      if (defs) step->defs++;
      else step->uses++;
    }
  }
}

static void find_registers(struct ptx_steps *steps) {
  for (size_t i = 0; i < steps->items.length; i++)
    declare_parameters(steps, &steps->items.items[i]);
  for (size_t i = 0; i < steps->items.length; i++) {
    struct ptx_step *step = &steps->items.items[i];
    bool writes = step->instruction->count && steps_writes_first(&step->mnemonic);
    const struct ptx_operand *first = step->instruction->count ? steps_operand(step, 0) : NULL;
    unsigned written = !writes ? 0 : first->kind == PTX_LIST ? 1 + first->count : 1;
    find_uses(steps, step, written);
    add_parameters(steps, step, false);
    find_defs(steps, step, written);
    add_parameters(steps, step, true);
  }
}

/* ---- inlining ---- */

struct inlining {
  struct ptx_steps *steps;
  struct diagnostic *error;
  unsigned depth;
};

static const struct function *body_named(const struct module *module, struct span name) {
  for (size_t i = 0; i < module->functions.length; i++) {
    const struct function *each = &module->functions.items[i];
    if (each->has_body && strlen(each->name) == name.length &&
        !memcmp(each->name, module->source.text + name.start, name.length))
      return each;
  }
  return NULL;
}

static bool fail_call(const struct inlining *inlining, struct span span, const char *why) {
  const struct source *source = &inlining->steps->module->source;
  return diagnostic_at(inlining->error, source, span, "unsupported: the call of \"%.*s\", %s",
                       span.length > 60 ? 60 : (int)span.length, source->text + span.start, why);
}

const struct ptx_operand *steps_callee(const struct ptx_step *step) {
  for (unsigned k = 0; k < step->instruction->count; k++) {
    const struct ptx_operand *operand = steps_operand(step, k);
    if (operand->kind == PTX_LIST) k += operand->count;
    else return operand;
  }
  return NULL;
}

static bool add_body(struct inlining *inlining, const struct inlined *in);

static bool add_call(struct inlining *inlining, struct ptx_step step) {
  struct ptx_steps *steps = inlining->steps;
  const struct ptx_operand *name = steps_callee(&step);
  const struct function *function =
      name && name->kind == PTX_NAME ? body_named(steps->module, name->span) : NULL;
  if (!function) {
    step.has_no_body = true;
    step.target = (unsigned)steps->items.length + 1;
    vector_push(steps->items, step);
    return true;
  }
  if (inlining->depth == DEPTH_MOST)
    return fail_call(inlining, name->span, "which calls itself: write it as a loop");
  struct inlined *in = memory_new(1, sizeof *in);
  *in = (struct inlined){ function, step.in, step.instruction, 0 };
  vector_push(steps->inlined, in);
  size_t at = steps->items.length;
  vector_push(steps->items, step);
  if (!add_body(inlining, in)) return false;
  steps->items.items[at].target = (unsigned)steps->items.length;
  return true;
}

static void add_registers(struct ptx_steps *steps, struct inlined *in) {
  in->first_register = (unsigned)steps->registers.length;
  for (size_t i = 0; i < in->function->registers.length; i++) {
    const struct ptx_register *each = &in->function->registers.items[i];
    struct step_register new = { .name = each->name, .bits = each->bits };
    vector_push(steps->registers, new);
  }
}

static bool is_ret(const struct ptx_step *step) {
  return mnemonic_part_is(&step->mnemonic, 0, "ret");
}

/* Jumps of a body, which name its instructions, name steps from now on. */
static void set_targets(struct ptx_steps *steps, const struct inlined *in, const unsigned *starts,
                        size_t from) {
  unsigned end = (unsigned)steps->items.length;
  for (size_t i = from; i < end; i++) {
    struct ptx_step *step = &steps->items.items[i];
    if (step->in != in) continue;
    if (is_ret(step)) step->target = end;
    else if (mnemonic_part_is(&step->mnemonic, 0, "bra"))
      step->target = starts[step->instruction->target];
  }
}

static bool add_instructions(struct inlining *inlining, const struct inlined *in,
                             unsigned *starts) {
  struct ptx_steps *steps = inlining->steps;
  const char *text = steps->module->source.text;
  for (size_t i = 0; i < in->function->code.length; i++) {
    const struct ptx_instruction *instruction = &in->function->code.items[i];
    struct ptx_step step = { .instruction = instruction, .in = in };
    step.mnemonic = mnemonic_of(text, instruction->mnemonic);
    starts[i] = (unsigned)steps->items.length;
    if (steps->items.length >= STEPS_MOST)
      return fail_call(inlining, instruction->mnemonic, "behind which there is too much code");
    if (mnemonic_part_is(&step.mnemonic, 0, "call")) {
      if (!add_call(inlining, step)) return false;
    } else vector_push(steps->items, step);
  }
  return true;
}

static bool add_body(struct inlining *inlining, const struct inlined *in) {
  struct ptx_steps *steps = inlining->steps;
  size_t length = in->function->code.length, from = steps->items.length;
  unsigned *starts = memory_new(length + 1, sizeof *starts);
  add_registers(steps, (struct inlined *)in);
  inlining->depth++;
  bool good = add_instructions(inlining, in, starts);
  inlining->depth--;
  starts[length] = (unsigned)steps->items.length;
  if (good) set_targets(steps, in, starts, from);
  memory_free(starts);
  return good;
}

/* ---- all ---- */

static bool jumps(const struct ptx_step *step) {
  return is_ret(step) || mnemonic_part_is(&step->mnemonic, 0, "bra") ||
         mnemonic_part_is(&step->mnemonic, 0, "call");
}

/* Whether the next step may follow. */
static bool goes_on(const struct ptx_step *step) {
  bool leaves = is_ret(step) || mnemonic_part_is(&step->mnemonic, 0, "bra") ||
                mnemonic_part_is(&step->mnemonic, 0, "exit");
  return !leaves || step->instruction->guard != NO_GUARD;
}

static void mark_targets(struct ptx_steps *steps) {
  for (size_t i = 0; i < steps->items.length; i++) {
    const struct ptx_step *step = &steps->items.items[i];
    if (goes_on(step) && i + 1 < steps->items.length) steps->items.items[i + 1].ways++;
    if (!jumps(step) || step->target >= steps->items.length) continue;
    steps->items.items[step->target].is_target = true;
    steps->items.items[step->target].ways++;
  }
}

bool steps_make(struct ptx_steps *steps, const struct module *module, const struct function *kernel,
                struct diagnostic *error) {
  *steps = (struct ptx_steps){ .module = module };
  struct inlining inlining = { steps, error, 0 };
  struct inlined *in = memory_new(1, sizeof *in);
  *in = (struct inlined){ .function = kernel };
  vector_push(steps->inlined, in);
  if (!add_body(&inlining, in)) return false;
  find_registers(steps);
  mark_targets(steps);
  return true;
}

void steps_clear(struct ptx_steps *steps) {
  for (size_t i = 0; i < steps->inlined.length; i++) memory_free(steps->inlined.items[i]);
  vector_free(steps->items);
  vector_free(steps->inlined);
  vector_free(steps->registers);
  vector_free(steps->pool);
}
