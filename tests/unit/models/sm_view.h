/* Explores a machine of a few SMs and holds its states and steps to their views
 * (abstract/sm_parts.h).  sm_view_test.c says what is checked. */
#ifndef TESTS_MODELS_SM_VIEW_H
#define TESTS_MODELS_SM_VIEW_H

#include "abstract/sm_apart.h"
#include "abstract/sm_machines.h"
#include "abstract/view_table.h"
#include "base/memo.h"
#include "walk.h"

enum { SIZES = NODES_MAX + 1, KEPT_SETS = 1 << CORES_MAX };

/* The checks, and which of them failed. */
enum sm_view_check { CHECK_PARTS = 1, CHECK_STEP = 2, CHECK_BROKEN = 4 };

/* An exploration, and its results. */
struct sm_view_run {
  struct setting setting;
  struct view_parts parts;
  struct sm_machines machines;
  const struct sm_frame *whole; /* the machine that is explored */
  struct view_table table[SIZES];
  struct memo targets; /* by size, view and target */
  uint32_t random;
  unsigned broken_nodes; /* k + 1 */
  unsigned failed;       /* set of checks */
  uint64_t states, steps, broken;
  /* The state at hand. */
  struct apart apart;
  uint32_t before[KEPT_SETS]; /* its views, by the SMs kept */
  unsigned actor;
  const slot_t *state;
  struct steps next;
};

/* false: states of the setting cannot be taken apart. */
bool sm_view_begin(struct sm_view_run *run, const struct setting *setting, unsigned sms);
void sm_view_end(struct sm_view_run *run);

/* Explores so many states breadth first, and so many on random walks, until a check fails.  false:
 * states of the setting cannot be taken apart. */
bool sm_view_explore(struct sm_view_run *run, const struct setting *setting, unsigned sms,
                     uint32_t states, unsigned length);

/* Do the parts make the state, and only states with the same parts? */
bool sm_view_round_trip(const struct sm_frame *frame, const slot_t *state,
                        const struct apart *apart);

/* Is it proved with views of two SMs? */
bool sm_view_is_proved_by_two(const struct setting *setting);

#endif
