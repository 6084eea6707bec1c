/* See plant.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "protocol/step.h"
#include "plant.h"
#include "machine/mutant.h"

static unsigned position_of(const char *const *names, unsigned count, const char *name) {
  for (unsigned i = 0; i < count; i++)
    if (!strcmp(names[i], name)) return i;
  fail_msg("no \"%s\" in this table", name);
  return 0;
}

static const struct system *find(const char *name) {
  const struct system *system = system_find(name, (unsigned)strlen(name));
  if (!system) fail_msg("no system \"%s\"", name);
  return system;
}

struct planted *plant_new(const char *name) {
  struct planted *planted = calloc(1, sizeof *planted);
  planted->system = *find(name);
  for (unsigned k = 0; k < KINDS_MAX && planted->system.kinds[k].name; k++) {
    struct table *table = &planted->system.kinds[k].table;
    assert_true(table->row_count + 8 < PLANTED_ROWS);
    memcpy(planted->rows[k], table->rows, table->row_count * sizeof *table->rows);
    table->rows = planted->rows[k];
  }
  return planted;
}

struct row *plant_row(struct planted *planted, unsigned kind, const char *state, const char *event,
                      const char *when) {
  struct table *table = &planted->system.kinds[kind].table;
  uint32_t in = 1u << position_of(table->states, table->state_count, state);
  uint64_t on = 1ull << position_of(table->events, table->event_count, event);
  struct row *rows = planted->rows[kind];
  for (unsigned i = 0; i < table->row_count; i++) {
    if (!(rows[i].in & in) || !(rows[i].on & on) || (when && strcmp(rows[i].when_name, when)))
      continue;
    struct row rest = rows[i],
               other = rows[i]; /* the row's other states; its other events in this state */
    rest.in &= ~in;
    other.in = in;
    other.on &= ~on;
    rows[i].in = in;
    rows[i].on = on;
    if (rest.in) rows[table->row_count++] = rest;
    if (other.on) rows[table->row_count++] = other;
    return &rows[i];
  }
  fail_msg("no row for %s/%s", state, event);
  return NULL;
}

void plant_actions(struct planted *planted, unsigned kind, struct row *row, const char *next,
                   action *const *actions) {
  const struct table *table = &planted->system.kinds[kind].table;
  row->kind = ROW_ACT;
  row->next = next ? 1u << position_of(table->states, table->state_count, next) : SAME;
  memset(row->actions, 0, sizeof row->actions);
  for (unsigned i = 0; actions[i]; i++) row->actions[i] = actions[i];
  row->action_names = "planted";
}

/* The position of a name in a row's list of actions; -1: not there. */
static int position_in(const struct row *row, const char *name) {
  int position = 0;
  for (const char *at = row->action_names; at && *at; position++) {
    while (*at == ' ') at++;
    size_t length = strcspn(at, ",");
    if (length == strlen(name) && !strncmp(at, name, length)) return position;
    at += length;
    if (*at) at++;
  }
  return -1;
}

static void remember_sender(struct step *step) {
  if (step->in) step->line->flag = (uint8_t)(1 + step_incoming(step)->from);
}

void plant_names(struct planted *planted, unsigned kind) {
  for (unsigned r = 0; r < planted->system.kinds[kind].table.row_count; r++) {
    struct row *row = &planted->rows[kind][r];
    unsigned a = 0;
    if (row->kind != ROW_ACT) continue;
    while (a < ROW_ACTIONS_MAX && row->actions[a]) a++;
    if (a < ROW_ACTIONS_MAX) row->actions[a] = remember_sender;
  }
}

action *plant_find(const struct planted *planted, unsigned kind, const char *name) {
  const struct table *table = &planted->system.kinds[kind].table;
  for (unsigned i = 0; i < table->row_count; i++) {
    int position = table->rows[i].kind == ROW_NEVER ? -1 : position_in(&table->rows[i], name);
    if (position >= 0) return table->rows[i].actions[position];
  }
  fail_msg("no action \"%s\"", name);
  return NULL;
}

static unsigned row_of(const struct table *table, const char *source) {
  for (unsigned i = 0; i < table->row_count; i++)
    if (table->rows[i].kind == ROW_ACT && !strcmp(table->rows[i].source, source)) return i;
  fail_msg("no row cites \"%s\"", source);
  return 0;
}

struct mutant fault_drop(const char *system, unsigned kind, const char *source, const char *name) {
  const struct table *table = &find(system)->kinds[kind].table;
  for (unsigned row = row_of(table, source); row < table->row_count; row++) {
    int position =
        strcmp(table->rows[row].source, source) ? -1 : position_in(&table->rows[row], name);
    if (position >= 0) return (struct mutant){ kind, row, MUTANT_DROP_ACTION, (unsigned)position };
  }
  fail_msg("no \"%s\" has an action \"%s\"", source, name);
  return (struct mutant){ 0 };
}

struct mutant fault_next(const char *system, unsigned kind, const char *source, const char *state) {
  const struct table *table = &find(system)->kinds[kind].table;
  return (struct mutant){ kind, row_of(table, source), MUTANT_NEXT_STATE,
                          position_of(table->states, table->state_count, state) };
}
