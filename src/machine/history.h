/* The slot that records the history of transactions.  A content is the number
 * of an interned history. */
#ifndef MACHINE_HISTORY_H
#define MACHINE_HISTORY_H

#include "machine/machine_private.h"

/* The history before all transactions. */
uint32_t history_start(const struct machine *machine);
/* The history after a step's events; `observed`: an interned array of struct observed. */
uint32_t history_after(const struct machine *machine, uint32_t content, uint32_t observed);
/* Does the history need HISTORY_BEGUN and HISTORY_ENDED? */
bool history_keeps_real_time(const struct machine *machine);
/* The properties that are broken, as CLAIM bits. */
uint32_t history_broken(const struct machine *machine, uint32_t content);
/* Are all committed transactions written? */
bool history_is_quiet(const struct machine *machine, const slot_t *state);
/* `core`, `line`: the images of a permutation. */
uint32_t history_permuted(const struct machine *machine, const uint8_t *core, const uint8_t *line,
                          uint32_t content);
void history_describe(const struct machine *machine, struct text *text, uint32_t content);

#endif
