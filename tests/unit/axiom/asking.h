/* Questions to the judge by small models, each about one thing. */
#ifndef TESTS_AXIOM_ASKING_H
#define TESTS_AXIOM_ASKING_H

#include "support.h"

/* 'A' if some execution that meets the test's condition passes the model, '-' if none does. */
static inline char ask(const char *model_text, const char *text) {
  return answer_of(model_of(model_text), text);
}

#define ATOMIC "empty rmw & (fre ; coe)" /* without it C models are refused */

struct asked {
  const char *condition;
  char said;
};

/* `text` with each condition in its place. */
static inline void ask_each(const char *model, const char *text, const struct asked *cases,
                            unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    char *test = memory_format(text, cases[i].condition);
    if (ask(model, test) != cases[i].said) fail_msg("%s", test);
    memory_free(test);
  }
}

/* The condition can only be met where the relation is empty. */
static inline bool has(const char *relation, const char *text) {
  char *model = memory_format("acyclic po-loc | rf | co | fr " ATOMIC "\nempty %s", relation);
  char said = ask(model, text);
  memory_free(model);
  return said == '-';
}

#endif
