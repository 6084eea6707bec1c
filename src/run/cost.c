/* Sums of what searches took. */
#include "run/cost.h"

void took_add(struct took *took, const struct took *more) {
  took->searches += more->searches;
  took->states += more->states;
  took->transitions += more->transitions;
  if (more->depth > took->depth) took->depth = more->depth;
  took->made += more->made;
  took->bytes += more->bytes;
  took->held += more->held;
}

double took_states_a_second(const struct took *took) {
  return took->seconds > 0 ? (double)took->made / took->seconds : 0;
}

double took_bytes_a_state(const struct took *took) {
  return took->held ? (double)took->bytes / (double)took->held : 0;
}
