/* The listing: one line for each location and each instruction. */
#include "litmus/listing.h"

static void print_operand(struct text *out, const struct program *program,
                          const struct thread *thread, const struct operand *operand) {
  switch (operand->kind) {
  case OPERAND_NONE: text_add(out, "-"); break;
  case OPERAND_CONSTANT: text_add(out, "%lld", (long long)operand->number); break;
  case OPERAND_REGISTER: text_add(out, "%s", thread->registers[operand->index].name); break;
  case OPERAND_LOCATION:
    text_add(out, "&");
    memory_name(out, program, operand->index, operand->number);
    break;
  }
}

static void print_tags(struct text *out, const struct program *program, uint64_t tags) {
  for (unsigned t = 0; t < program->tag_count; t++)
    if (tags >> t & 1) text_add(out, " %s", program->tags[t]);
}

static void print_instruction(struct text *out, const struct program *program,
                              const struct thread *thread, const struct instruction *i) {
  static const char *const opcodes[] = { "nop",      "load",    "store",   "rmw",  "fence",
                                         "barrier",  "compute", "branch",  "goto", "txbegin",
                                         "txcommit", "txabort", "txcancel" };
  const struct operand *operands[] = { &i->address, &i->left, &i->value, &i->barrier_id,
                                       &i->barrier_quorum };
  text_add(out, "%s%u %s %s %s %s %s", opcodes[i->opcode], i->size, order_name(i->order),
           scope_name(i->scope), proxy_name(i->proxy), arithmetic_name(i->arithmetic),
           comparison_name(i->comparison));
  text_add(out,
           " %s :=", i->destination == NO_REGISTER ? "-" : thread->registers[i->destination].name);
  for (size_t k = 0; k < sizeof operands / sizeof *operands; k++) {
    text_add(out, " ");
    print_operand(out, program, thread, operands[k]);
  }
  if (i->unsequenced_from)
    text_add(out, " unsequenced %u-%u", i->unsequenced_from, i->unsequenced_until);
  text_add(out, " to %u join %u %s%s%s%s%s%s%s%s %u tags", i->target, i->join,
           i->selects ? "selects " : "", i->may_fail ? "may-fail " : "", i->paired ? "paired " : "",
           i->must_succeed ? "must-succeed " : "", i->exclusive ? "exclusive " : "",
           i->whole ? "whole " : "", order_name(i->fail_order),
           i->barrier_arrives ? " arrives" : "", i->barrier_instance);
  print_tags(out, program, i->tags);
  text_add(out, " /");
  print_tags(out, program, i->write_tags);
  if (i->fail_tags) text_add(out, " /");
  print_tags(out, program, i->fail_tags);
  text_add(out, "\n");
}

static const char *unsigned_mark(struct type type) {
  return type.bytes && !type.has_sign ? " unsigned" : "";
}

void listing_print(struct text *out, const struct program *program) {
  for (unsigned l = 0; l < program->location_count; l++) {
    const struct location *location = &program->locations[l];
    text_add(out, "%s size %u%s elements %u", location->name, location->size,
             unsigned_mark(location->type), location->elements);
    for (unsigned e = 0; location->contents && e < location->elements; e++)
      text_add(out, " %lld", (long long)location->contents[e]);
    text_add(out, " tags");
    print_tags(out, program, program->locations[l].tags);
    text_add(out, "\n");
  }
  for (unsigned t = 0; t < program->thread_count; t++) {
    const struct thread *thread = &program->threads[t];
    text_add(out, "P%u@sg %u, wg %u, qf %u, dv %u ssw %llx\n", thread->id, thread->place.subgroup,
             thread->place.cta, thread->place.family, thread->place.gpu,
             (unsigned long long)program->synchronises[t]);
    for (unsigned r = 0; r < thread->register_count; r++) {
      struct type type = thread->registers[r].type;
      if (type.bytes)
        text_add(out, "%s size %u%s\n", thread->registers[r].name, type.bytes, unsigned_mark(type));
    }
    for (unsigned i = 0; i < thread->length; i++) {
      text_add(out, "%u: ", i);
      print_instruction(out, program, thread, &thread->instructions[i]);
    }
  }
}

const struct code_printer listing_printer = { .print_code = listing_print };
