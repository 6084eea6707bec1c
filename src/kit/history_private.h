/* Private to src/kit.  The ghost that records the history of transactions. */
#ifndef KIT_HISTORY_PRIVATE_H
#define KIT_HISTORY_PRIVATE_H

#include "machine/machine_private.h"

uint32_t history_start(const struct machine *machine);
uint32_t history_after(const struct machine *machine, uint32_t content, uint32_t observed);
/* Does it ask when threads are told that transactions begin and end? */
bool history_keeps_real_time(const struct machine *machine);
uint32_t history_broken(const struct machine *machine, uint32_t content);
bool history_is_quiet(const struct machine *machine, const slot_t *state);
uint32_t history_permuted(const struct machine *machine, const uint8_t *core, const uint8_t *line,
                          uint32_t content);
void history_describe(const struct machine *machine, struct text *text, uint32_t content);

#endif
