/* The steps of a path: values and events. */
#ifndef AXIOM_UNFOLD_STEP_H
#define AXIOM_UNFOLD_STEP_H

#include "axiom/unfold.h"

bool unfold_fail(const struct walker *w, const struct instruction *at,
                 const char *message); /* returns false */
node_index unfold_constant(struct walker *w, int64_t number);
node_index unfold_operand(struct walker *w, const struct position *p,
                          const struct operand *operand);
/* left `arithmetic` right; only ARITHMETIC_CAS uses `expected`. */
node_index unfold_compute(struct walker *w, enum arithmetic arithmetic, node_index left,
                          node_index right, node_index expected);
/* The reads that an operand's value comes from. */
event_set unfold_sources(const struct position *p, const struct operand *operand);
/* The reads that picked an operand's value. */
event_set unfold_picks(const struct position *p, const struct operand *operand);
void unfold_set(struct position *p, int reg, node_index value, event_set sources, event_set picks);

/* The set of that event alone.  It is empty if a set has no room for it; then the path is refused
 * when its length is known. */
event_set unfold_bit(size_t event);
struct path_event unfold_event(const struct position *p, const struct instruction *i,
                               enum event_kind kind);
bool unfold_add(struct walker *w, struct position *p, const struct path_event *event);
/* Adds a fence before or after a read-modify-write, if its tags ask for one. */
bool unfold_fenced(struct walker *w, struct position *p, const struct instruction *i);
/* Adds register events: of the access's address, and of the value that it stores. */
bool unfold_registers(struct walker *w, struct position *p, const struct instruction *i,
                      bool stores);
/* Adds the register event of the value that a compare-and-swap compares with. */
bool unfold_compared(struct walker *w, struct position *p, const struct instruction *i);
/* Adds the read of a read-modify-write.  Sets its value node and its bit. */
bool unfold_rmw_read(struct walker *w, struct position *p, const struct instruction *i,
                     node_index *value, event_set *self);
/* The value as memory holds it after the access, and as the register does. */
node_index unfold_moved(struct walker *w, const struct position *p, const struct instruction *i,
                        node_index value);
node_index unfold_extended(struct walker *w, const struct instruction *i, node_index value);
/* Adds the write of a read-modify-write, whose read is the last event. */
bool unfold_rmw_write(struct walker *w, struct position *p, struct path_event *write);
bool unfold_store(struct walker *w, struct position *p, const struct instruction *i);
/* Executes the count that a marker of transactions may carry. */
void unfold_count(struct walker *w, struct position *p, const struct instruction *i);
/* Executes an instruction that does not divide the path. */
bool unfold_step(struct walker *w, struct position *p, const struct instruction *i);

#endif
