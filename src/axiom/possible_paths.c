/* The values that memory may hold, whatever the order, and the paths that these values lead along.
 *
 * A pointer that is read from memory is guessed, and each guess is a path.  So n threads with k
 * guesses each make k^n choices of paths, nearly all for addresses that no thread stores.  Sets of
 * values are gathered for each cell from all paths. Then each path is dropped whose conditions no
 * such value meets, and so on until none is dropped. Paths that only support each other stay, since
 * the model decides on them.  A set that grows large is every value.
 *
 * This resembles sparse conditional constant propagation (Wegman and Zadeck, TOPLAS 1991), with
 * small sets for constants, memory for variables, and all branches taken at first. */
#include "axiom/cells.h"
#include "axiom/possible_paths.h"

#include "base/memory.h"

enum { POSSIBLE_MAX = 32, PRODUCT_MAX = 128 };
enum { CHOICES_WORTH = 16 }; /* choices of paths; with fewer, nothing is gained */

struct values {
  int64_t items[POSSIBLE_MAX];
  unsigned count;
  bool any;
};

struct path_gathering {
  const struct program *program;
  const struct addresses *addresses;
  const struct cells *cells;
  struct values memory[CELLS_MAX]; /* by physical cell */
  struct values *nodes;            /* of the path in work */
  size_t room;
  bool changed;
};

static bool add_value(struct values *set, int64_t value) {
  if (set->any) return false;
  for (unsigned i = 0; i < set->count; i++)
    if (set->items[i] == value) return false;
  if (set->count == POSSIBLE_MAX) set->any = true;
  else set->items[set->count++] = value;
  return true;
}

static void compute(struct values *result, const struct value_node *node,
                    const struct values *nodes) {
  const struct values *left = &nodes[node->left], *right = &nodes[node->right],
                      *third = &nodes[node->expected];
  result->any = left->any || right->any || third->any ||
                left->count * right->count * third->count > PRODUCT_MAX;
  for (unsigned i = 0; i < left->count; i++)
    for (unsigned k = 0; k < right->count; k++) {
      if (!result->any)
        result->any = cuts_address(node->arithmetic, left->items[i], right->items[k]);
      for (unsigned l = 0; l < third->count && !result->any; l++)
        add_value(result, arithmetic_apply(node->arithmetic, left->items[i], right->items[k],
                                           third->items[l]));
    }
}

static void fill_nodes(struct path_gathering *g, const struct path *path) {
  if (path->nodes.length > g->room) {
    g->room = 2 * path->nodes.length;
    g->nodes = memory_resize(g->nodes, g->room, sizeof *g->nodes);
  }
  const struct path_event **reads = memory_new(path->nodes.length + 1, sizeof *reads);
  for (size_t e = 0; e < path->events.length; e++)
    if (is_read(path->events.items[e].kind))
      reads[path->events.items[e].value] = &path->events.items[e];
  for (size_t i = 0; i < path->nodes.length; i++) {
    const struct value_node *node = &path->nodes.items[i];
    g->nodes[i] = (struct values){ .any = node->kind == NODE_READ && !reads[i] };
    if (node->kind == NODE_CONSTANT) add_value(&g->nodes[i], node->number);
    else if (node->kind == NODE_ARITHMETIC) compute(&g->nodes[i], node, g->nodes);
    else if (reads[i]) g->nodes[i] = g->memory[g->cells->items[reads[i]->cell].physical];
  }
  memory_free(reads);
}

/* May the condition hold?  An address where no guess was made stays, since it is refused when it is
 * met. */
static bool may_hold(const struct path_gathering *g, const struct branch_condition *condition) {
  const struct values *left = &g->nodes[condition->left], *right = &g->nodes[condition->right];
  bool found = left->any || right->any;
  for (unsigned i = 0; i < left->count && !found; i++) {
    found = condition->access &&
            addresses_missed(g->addresses, g->program, condition->access, left->items[i]);
    for (unsigned k = 0; k < right->count && !found; k++)
      found = comparison_apply(condition->comparison, left->items[i], right->items[k]) ==
              condition->holds;
  }
  return found;
}

static void note_stores(struct path_gathering *g, const struct path *path) {
  fill_nodes(g, path);
  for (size_t e = 0; e < path->events.length; e++) {
    const struct path_event *event = &path->events.items[e];
    if (!is_write(event->kind)) continue;
    struct values *cell = &g->memory[g->cells->items[event->cell].physical];
    const struct values *stored = &g->nodes[value_written(event)];
    g->changed |= stored->any && !cell->any;
    cell->any |= stored->any;
    for (unsigned i = 0; i < stored->count; i++) g->changed |= add_value(cell, stored->items[i]);
  }
}

/* Computes the values of memory from the initial ones and the stores of all remaining paths. */
static void fill_memory(struct path_gathering *g, const struct paths *paths) {
  memset(g->memory, 0, sizeof g->memory);
  for (unsigned c = 0; c < g->cells->count; c++)
    add_value(&g->memory[g->cells->items[c].physical],
              cell_initial(g->cells, g->program, g->cells->items[c].physical));
  do {
    g->changed = false;
    for (unsigned t = 0; t < g->program->thread_count; t++)
      for (size_t p = 0; p < paths[t].length; p++) note_stores(g, &paths[t].items[p]);
  } while (g->changed);
}

static bool can_be_taken(struct path_gathering *g, const struct path *path) {
  bool may = true;
  fill_nodes(g, path);
  for (size_t c = 0; c < path->conditions.length && may; c++)
    may = may_hold(g, &path->conditions.items[c]);
  return may;
}

/* Drops paths that cannot be taken; true if some are. */
static bool keep_possible(struct path_gathering *g, struct paths *paths) {
  size_t kept = 0, all = paths->length;
  for (size_t p = 0; p < all; p++)
    if (can_be_taken(g, &paths->items[p])) paths->items[kept++] = paths->items[p];
    else path_free(&paths->items[p]);
  paths->length = kept;
  return kept < all;
}

void possible_paths_keep(struct paths *paths, const struct program *program,
                         const struct addresses *addresses, const struct cells *cells) {
  size_t choices = 1;
  for (unsigned t = 0; t < program->thread_count && choices < CHOICES_WORTH; t++)
    choices *= paths[t].length;
  if (cells->torn || choices < CHOICES_WORTH) return;
  struct path_gathering *g = memory_new(1, sizeof *g);
  g->program = program;
  g->addresses = addresses;
  g->cells = cells;
  for (bool fewer = true; fewer;) {
    fewer = false;
    fill_memory(g, paths);
    for (unsigned t = 0; t < program->thread_count; t++) fewer |= keep_possible(g, &paths[t]);
  }
  memory_free(g->nodes);
  memory_free(g);
}
