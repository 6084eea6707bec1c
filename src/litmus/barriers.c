/* Barriers in the code of threads, before it runs. */
#include "litmus/barriers.h"

#include "base/text.h"

static const char *const names_of_readings[] = {
  [BARRIERS_BY_CTA] = "by-cta", [BARRIERS_BY_NAME] = "by-name"
};

const char *barrier_reading_name(enum barrier_reading reading) {
  return names_of_readings[reading];
}

bool barrier_reading_named(const char *name, enum barrier_reading *reading) {
  for (unsigned i = BARRIERS_BY_CTA; i <= BARRIERS_BY_NAME; i++)
    if (text_equal(name, names_of_readings[i])) return *reading = (enum barrier_reading)i, true;
  return false;
}

void barrier_reading_print(FILE *out, enum barrier_reading reading) {
  enum barrier_reading other = reading == BARRIERS_BY_CTA ? BARRIERS_BY_NAME : BARRIERS_BY_CTA;
  fprintf(out, "barriers with a name or a quorum are read %s; --barriers %s reads them otherwise",
          barrier_reading_name(reading), barrier_reading_name(other));
}

bool program_names_barriers(const struct program *program) {
  EACH_INSTRUCTION(program, t, k, i) {
    if (i->opcode != OP_BARRIER) continue;
    if (i->barrier_id.kind != OPERAND_NONE || i->barrier_quorum.kind != OPERAND_NONE) return true;
  }
  return false;
}

static bool is_written(const struct thread *thread, unsigned reg) {
  for (unsigned k = 0; k < thread->length; k++)
    if (thread->instructions[k].destination == (int)reg) return true;
  return false;
}

static enum barrier_holding names(const struct thread *thread, const struct operand *operand,
                                  int64_t id) {
  if (operand->kind == OPERAND_CONSTANT) return operand->number == id ? HOLDS : HOLDS_NOT;
  if (operand->kind != OPERAND_REGISTER || is_written(thread, operand->index)) return MAY_HOLD;
  return thread->registers[operand->index].initial == id ? HOLDS : HOLDS_NOT;
}

enum barrier_holding thread_holds_barrier(const struct thread *thread,
                                          const struct barrier_name *name) {
  enum barrier_holding best = HOLDS_NOT;
  for (unsigned k = 0; k < thread->length; k++) {
    const struct instruction *i = &thread->instructions[k];
    if (i->opcode != OP_BARRIER || i->barrier_instance != name->instance) continue;
    if (i->barrier_of_cluster) continue;
    if ((i->barrier_id.kind != OPERAND_NONE) != name->named) continue;
    enum barrier_holding here = name->named ? names(thread, &i->barrier_id, name->id) : HOLDS;
    if (here > best) best = here;
  }
  return best;
}

bool thread_holds_instance(const struct thread *thread, unsigned instance) {
  for (unsigned k = 0; k < thread->length; k++) {
    const struct instruction *i = &thread->instructions[k];
    bool of_cta = i->opcode == OP_BARRIER && !i->barrier_of_cluster;
    if (of_cta && i->barrier_instance == instance) return true;
  }
  return false;
}

/* true when other threads hold the instance and none of them is in this CTA; `other` is one. */
static bool is_alone(const struct program *program, unsigned thread, unsigned instance,
                     unsigned *other) {
  bool found = false;
  for (unsigned t = 0; t < program->thread_count; t++) {
    const struct place *here = &program->threads[thread].place, *there = &program->threads[t].place;
    if (t == thread || !thread_holds_instance(&program->threads[t], instance)) continue;
    if (place_same_cta(here, there)) return false;
    if (!found) *other = t;
    found = true;
  }
  return found;
}

bool program_barrier_is_lonely(const struct program *program, struct lonely_barrier *found) {
  EACH_INSTRUCTION(program, t, k, i) {
    if (i->opcode != OP_BARRIER || i->scope <= SCOPE_CTA || i->barrier_of_cluster) continue;
    found->thread = t;
    found->instruction = i;
    if (is_alone(program, t, i->barrier_instance, &found->other)) return true;
  }
  return false;
}
