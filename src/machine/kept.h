/* Results that live as long as their machine: memory, rows that fired, evidence. */
#ifndef MACHINE_KEPT_H
#define MACHINE_KEPT_H

#include <stdbool.h>
#include <stddef.h>

struct fired;
struct machine;

/* Evidence from any state or step that was computed.  Without it a claim says nothing. */
enum evidence {
  SEEN_READABLE = 1,  /* a copy with PERMISSION_READ */
  SEEN_WRITABLE = 2,  /* a copy with PERMISSION_WRITE */
  SEEN_PERFORMED = 4, /* a store that was performed */
  SEEN_ANSWERED = 8   /* a load that step_reply_word answered */
};

void machine_kept_begin(struct machine *machine);
void machine_kept_end(struct machine *machine);
/* Zeroed memory that lives as long as the machine.  Any thread may ask. */
void *machine_keep(const struct machine *machine, size_t bytes);

/* Notes that a row of a kind's table fired; asks whether it has, in this cell. */
void machine_fire(const struct machine *machine, unsigned kind, const struct fired *fired);
bool machine_fired(const struct machine *machine, unsigned kind, unsigned row, unsigned state,
                   unsigned event);

/* Sets of enum evidence. */
void machine_note_seen(const struct machine *machine, unsigned seen);
unsigned machine_evidence(const struct machine *machine);

#endif
