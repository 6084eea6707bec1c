/* Threads of a program that are alike: a reduction, on with options.alike.
 *
 * Where threads run the same code, but for the names of locations, to exchange them and those
 * locations takes the program to itself: the two threads of SB, say, with its two locations.  Of a
 * machine whose placement is the same after it, too, the states that such an exchange makes of each
 * other are explored once (symmetry.c), and what one of them ends with says what the others end
 * with.
 *
 * Locations are exchanged by whole lines, as the threads that take each other's places say; those
 * that no thread accesses stay. On a machine with a topology its home tells a line from others. Not
 * with barriers, whose slot names CTAs, nor where back-offs grow, which is noted in the first core.
 */
#include <string.h>
#include "kit/component_orbit.h"

static bool same_operand(const struct operand *a, const struct operand *b) {
  return a->kind == b->kind && a->number == b->number && a->index == b->index;
}

/* The same, but that an access may be of another line. */
static bool same_micro(const struct micro *a, const struct micro *b) {
  bool same_line = a->kind == MICRO_ACCESS || a->line == b->line;
  return a->kind == b->kind && a->event == b->event && a->waits == b->waits &&
         a->blocks == b->blocks && a->after == b->after && a->scope == b->scope && same_line &&
         a->word == b->word && a->arithmetic == b->arithmetic && a->comparison == b->comparison &&
         a->destination == b->destination && a->target == b->target &&
         same_operand(&a->left, &b->left) && same_operand(&a->value, &b->value);
}

static bool same_code(const struct machine *machine, unsigned core, unsigned with) {
  const struct thread *thread = &machine->program->threads[core],
                      *other = &machine->program->threads[with];
  const struct lowered *code = &machine->lowered[core], *others = &machine->lowered[with];
  if (thread->register_count != other->register_count || code->length != others->length)
    return false;
  for (unsigned r = 0; r < thread->register_count; r++)
    if (thread->registers[r].initial != other->registers[r].initial) return false;
  for (unsigned i = 0; i < code->length; i++)
    if (!same_micro(&code->micros[i], &others->micros[i])) return false;
  return true;
}

/* What becomes of lines is said by the accesses of threads that become others; false: they do not
 * agree. */
static bool find_lines(const struct machine *machine, struct permutation *p) {
  bool known[LINES_MAX] = { false }, taken[LINES_MAX] = { false };
  for (unsigned core = 0; core < machine->core_count; core++)
    for (unsigned i = 0; i < machine->lowered[core].length; i++) {
      const struct micro *from = &machine->lowered[core].micros[i],
                         *to = &machine->lowered[p->core[core]].micros[i];
      if (from->kind != MICRO_ACCESS) continue;
      if (known[from->line] ? p->line[from->line] != to->line : taken[to->line]) return false;
      p->line[from->line] = to->line;
      known[from->line] = taken[to->line] = true;
    }
  for (unsigned line = 0; line < machine->lines; line++)
    if (!known[line]) p->line[line] = (uint8_t)line;
  return true;
}

static bool same_memory(const struct machine *machine, const struct permutation *p, unsigned line) {
  const struct placement *placement = &machine->placement;
  for (unsigned word = 0; word < WORDS_MAX; word++) {
    int location = machine_location_in_word(machine, line, word),
        other = machine_location_in_word(machine, p->line[line], word);
    if ((location < 0) != (other < 0)) return false;
    if (location >= 0 &&
        machine->program->locations[location].initial != machine->program->locations[other].initial)
      return false;
  }
  for (unsigned other = 0; other < machine->lines; other++) /* lines of one bank stay together */
    if ((placement->bank_of_line[line] == placement->bank_of_line[other]) !=
        (placement->bank_of_line[p->line[line]] == placement->bank_of_line[p->line[other]]))
      return false;
  return !placement->topology.gpms || placement->topology.no_homes || p->line[line] == line;
}

bool automorphism_same_program(const struct machine *machine, struct permutation *p) {
  for (unsigned core = 0; core < machine->core_count; core++)
    if (!same_code(machine, core, p->core[core])) return false;
  if (!find_lines(machine, p)) return false;
  for (unsigned line = 0; line < machine->lines; line++)
    if (!same_memory(machine, p, line)) return false;
  return true;
}

bool automorphism_is_possible(const struct machine *machine) {
  return machine->options.alike && !machine->has_barriers && !machine->options.back_off;
}

/* --- what states end with --- */

void automorphism_permute_outcome(const struct machine *machine, unsigned permutation,
                                  const int64_t *outcome, int64_t *image) {
  const struct program *program = machine->program;
  const struct permutation *p = &machine->symmetry->items[permutation];
  unsigned locations = machine_outcome_registers(program, program->thread_count);
  for (unsigned t = 0; t < program->thread_count; t++)
    memcpy(&image[machine_outcome_registers(program, p->core[t])],
           &outcome[machine_outcome_registers(program, t)],
           program->threads[t].register_count * sizeof *outcome);
  for (unsigned i = 0; i < program->location_count; i++) {
    unsigned line = machine->placement.line_of_location[i],
             word = machine->placement.word_of_location[i];
    if (program->locations[i].physical != i) continue;
    image[locations + (unsigned)machine_location_in_word(machine, p->line[line], word)] =
        outcome[locations + i];
  }
  for (unsigned i = 0; i < program->location_count; i++)
    image[locations + i] = image[locations + program->locations[i].physical];
}
