#include "report/draw/automaton.h"

#include "base/memory.h"
#include "base/text.h"

static struct automaton_arrow *arrow_of(struct automaton *automaton,
                                        const struct automaton_transition *transition) {
  for (unsigned i = 0; i < automaton->arrow_count; i++) {
    struct automaton_arrow *arrow = &automaton->arrows[i];
    if (arrow->outcome == transition->outcome && arrow->from == transition->from &&
        arrow->to == transition->to && arrow->inferred == transition->inferred &&
        arrow->variant == transition->variant)
      return arrow;
  }
  automaton->arrows =
      memory_resize(automaton->arrows, automaton->arrow_count + 1, sizeof *automaton->arrows);
  struct automaton_arrow *arrow = &automaton->arrows[automaton->arrow_count++];
  *arrow = (struct automaton_arrow){ .outcome = transition->outcome,
                                     .from = transition->from,
                                     .to = transition->to,
                                     .inferred = transition->inferred,
                                     .variant = transition->variant };
  return arrow;
}

/* Appends a text behind the separator, if something stands before it. */
static void append(char **to, const char *separator, const char *text) {
  char *before = *to;
  *to = memory_format("%s%s%s", before ? before : "", before ? separator : "", text);
  memory_free(before);
}

static void add_label(struct automaton_arrow *arrow, const char *events, const char *guard) {
  for (unsigned i = 0; i < arrow->label_count; i++)
    if (text_equal(arrow->labels[i].guard, guard)) {
      append(&arrow->labels[i].events, ", ", events);
      return;
    }
  arrow->labels = memory_resize(arrow->labels, arrow->label_count + 1, sizeof *arrow->labels);
  arrow->labels[arrow->label_count++] =
      (struct automaton_label){ memory_format("%s", events), memory_format("%s", guard) };
}

void automaton_add(struct automaton *automaton, const struct automaton_transition *transition) {
  struct automaton_arrow *arrow = arrow_of(automaton, transition);
  char *row = memory_format("%u", transition->row);
  add_label(arrow, transition->events, transition->guard ? transition->guard : "");
  append(&arrow->rows, " ", row);
  append(&arrow->title, "\n", transition->title);
  memory_free(row);
  arrow->fired += transition->fired;
  arrow->cells += transition->cells;
}

static void arrow_clear(struct automaton_arrow *arrow) {
  for (unsigned i = 0; i < arrow->label_count; i++) {
    memory_free(arrow->labels[i].events);
    memory_free(arrow->labels[i].guard);
  }
  memory_free(arrow->labels);
  memory_free(arrow->rows);
  memory_free(arrow->title);
}

void automaton_clear(struct automaton *automaton) {
  for (unsigned i = 0; i < automaton->arrow_count; i++) arrow_clear(&automaton->arrows[i]);
  memory_free(automaton->arrows);
  automaton->arrows = NULL;
  automaton->arrow_count = 0;
}
