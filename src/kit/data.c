/* Data independence: the promise that tables only move data (system.h: moves_data), held to step by step.
 *
 * A system whose steps depend on no datum does with any data what it does with one: leave the data out of what it can reach with
 * many, and what remains is what it can reach with one (P. Wolper, Expressing Interesting Properties of Programs in
 * Propositional Temporal Logic, POPL 1986).  Nor do properties look at data; they look at ages (observer.c).  So what holds of
 * it under a client that stores one value holds under one that stores any number.  What a record claims of its steps (keeps)
 * does compare data, as what is stored with what is there afterwards; it is asked with all of them.
 *
 * So where the client stores one value, which is 0, every step that is computed is tried on other data, too: on data that are
 * all different, and on some of which each is one of a few.  It must go the same way, and do the same, but for which datum is
 * where.  A step that does not is at fault (FAULT_DATA), and the run to it is shown.
 *
 * Of a mutant that is not asked, whose faults are to be found by what they lead to. */
#include <string.h>
#include "kit/inside.h"

/* What the next datum is: told by how many came before it, so that it is the same in each run. */
static int64_t next_colour(enum colouring colouring, unsigned *position) {
  unsigned place = ++*position;
  return colouring == ALL_DIFFERENT ? 1 + (int64_t)place : colouring == OF_A_FEW ? (int64_t)(place * 2654435761u >> 30) : 0;
}

static void colour_data(struct data *data, enum colouring colouring, unsigned *position) {
  for (unsigned word = 0; word < WORDS_MAX; word++) data->word[word] = next_colour(colouring, position);
}

void colour_local(const struct machine *machine, unsigned kind, struct local *local, enum colouring colouring) {
  unsigned position = 0;
  for (unsigned i = 0; i < local_lines(machine, kind); i++) {
    struct line *line = &local->line[i];
    colour_data(&line->data, colouring, &position);
    colour_data(&line->buffer, colouring, &position);
    colour_data(&line->memory, colouring, &position);
    for (unsigned j = 0; j < QUEUE_MAX; j++) line->queue[j].value = next_colour(colouring, &position);
  }
}

void colour_message(struct message *message, enum colouring colouring) {
  unsigned position = 1000; /* other data than any of a controller's */
  colour_data(&message->data, colouring, &position);
  message->request.value = next_colour(colouring, &position);
}

static bool same_message(struct message a, struct message b) {
  colour_message(&a, ALL_THE_SAME);
  colour_message(&b, ALL_THE_SAME);
  return !memcmp(&a, &b, sizeof a);
}

static bool same_reply(struct reply a, struct reply b) {
  a.value = b.value = 0;
  return !memcmp(&a, &b, sizeof a);
}

static bool same_local(const struct machine *machine, unsigned number, const struct local *a, const struct local *b) {
  const struct controller_kind *kind = &machine->system->kinds[number];
  union local_copy one, other;
  size_t size = machine->local_size[number];
  memcpy(&one, a, size);
  memcpy(&other, b, size);
  colour_local(machine, number, &one.local, ALL_THE_SAME);
  colour_local(machine, number, &other.local, ALL_THE_SAME);
  bool same = !memcmp(&one, &other, size) && (!kind->idle || kind->idle(a) == kind->idle(b));
  for (unsigned i = 0; same && i < machine->lines; i++)
    same = state_of_line(kind, a, i) == state_of_line(kind, b, i) &&
           (!kind->permission || kind->permission(a, i) == kind->permission(b, i));
  return same;
}

static bool same_items(const void *a, unsigned count, const void *b, unsigned other, size_t size) {
  return count == other && !memcmp(a, b, count * size);
}

bool same_but_for_data(const struct step *a, const struct step *b) {
  bool same = a->stalled == b->stalled && a->fault == b->fault && !((a->broken ^ b->broken) & ~CLAIM(PROPERTY_OWN)) &&
              a->send_count == b->send_count && a->reply_count == b->reply_count &&
              same_items(a->choices, a->choice_count, b->choices, b->choice_count, sizeof *a->choices) &&
              same_items(a->inserts, a->insert_count, b->inserts, b->insert_count, sizeof *a->inserts) &&
              same_items(a->fired, a->fired_count, b->fired, b->fired_count, sizeof *a->fired) &&
              same_items(a->performed, a->performed_count, b->performed, b->performed_count, sizeof *a->performed);
  for (unsigned i = 0; same && i < a->send_count; i++) same = same_message(a->sends[i], b->sends[i]);
  for (unsigned i = 0; same && i < a->reply_count; i++) same = same_reply(a->replies[i], b->replies[i]);
  return same && same_local(a->machine, a->me->kind, a->local, b->local);
}
