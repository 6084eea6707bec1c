/* The steps of a run, taken again: input, rows, effects. */
#ifndef MACHINE_PLAYED_H
#define MACHINE_PLAYED_H

#include "machine/machine_private.h"
#include "search/trace.h"

/* A step of a run. */
struct played {
  bool has; /* false: the state has no such step */
  struct about about;
  struct alternative alternative; /* valid if about.alternative is not NULL */
};

/* The step with this label from `from`. */
struct played played_step(const struct machine *machine, const slot_t *from, uint32_t label);

/* A run with all its steps. */
struct play {
  const struct machine *machine;
  const struct trace *trace;
  struct played *steps; /* [trace->length] */
};

struct play play_new(const struct machine *machine, const struct trace *trace);
void play_clear(struct play *play);

/* The step's alternative, or NULL: it has none, as a tick. */
static inline const struct alternative *play_alternative(const struct play *play, unsigned step) {
  const struct played *played = &play->steps[step];
  return played->has && played->about.alternative ? &played->alternative : NULL;
}

/* The last step before `end` that performs a store of the word; -1: none does. */
int play_last_store(const struct play *play, unsigned line, unsigned word, unsigned end);
/* The first step from `begin` on that does; -1: none does. */
int play_next_store(const struct play *play, unsigned line, unsigned word, unsigned begin);
/* The newest value of a word in a state; false: no copy is the newest. */
bool play_newest(const struct play *play, unsigned state, unsigned line, unsigned word,
                 int64_t *value);
/* Appends the store that a step performs: "a := 1 (step 5, by P1)". */
void play_add_store(struct text *text, const struct play *play, unsigned step, unsigned line,
                    unsigned word);

#endif
