#include "run/cost.h"

void cost_add(struct cost *cost, const struct cost *more) {
  cost->searches += more->searches;
  cost->states += more->states;
  cost->transitions += more->transitions;
  if (more->depth > cost->depth) cost->depth = more->depth;
  cost->explored += more->explored;
  cost->bytes += more->bytes;
  cost->held += more->held;
}

double cost_states_per_second(const struct cost *cost) {
  return cost->seconds > 0 ? (double)cost->explored / cost->seconds : 0;
}

double cost_bytes_per_state(const struct cost *cost) {
  return cost->held ? (double)cost->bytes / (double)cost->held : 0;
}
