/* See cells.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>
#include "cells.h"
#include "reach.h"

bool client_breaks(const char *model, enum property property, const struct mutant *mutant,
                   const struct planted *planted) {
  struct question question = { .model = model,
                               .mutant = mutant,
                               .planted = planted ? &planted->system : NULL,
                               .stop_at = CLAIM(property) };
  return proof_run(&question, 2, 4, 1, 1).broken & CLAIM(property) ||
         proof_run(&question, 3, 3, 1, 1).broken & CLAIM(property);
}

static bool breaks(const char *model, const struct replaced *cell) {
  struct planted *bug = plant_new(model);
  action *actions[5] = { NULL };
  for (unsigned i = 0; i < 4 && cell->actions[i]; i++)
    actions[i] = plant_find(bug, cell->kind, cell->actions[i]);
  plant_actions(bug, cell->kind, plant_row(bug, cell->kind, cell->state, cell->event, cell->when),
                cell->next, actions);
  bool broken = client_breaks(model, cell->property, NULL, bug);
  free(bug);
  return broken;
}

void expect_broken(const char *model, const struct replaced *cells, unsigned count) {
  for (unsigned i = 0; i < count; i++)
    if (!breaks(model, &cells[i]))
      fail_msg("%s: %s/%s -> %s does not break %s", model, cells[i].state, cells[i].event,
               cells[i].next ? cells[i].next : "same", property_name(cells[i].property));
}

struct planted *plant_order(const char *model, unsigned networks, enum channel_order order) {
  struct planted *planted = plant_new(model);
  for (unsigned i = 0; i < planted->system.network_count; i++)
    if (networks >> i & 1) planted->system.networks[i].order = order;
  return planted;
}
