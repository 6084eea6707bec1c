/* The requests of the most general client. */
#ifndef MACHINE_CLIENT_ALPHABET_H
#define MACHINE_CLIENT_ALPHABET_H

struct machine;

/* Fills in machine->lowered[code]: every event of machine->requests, at every word, in every scope.
 * A store appears once for each value. */
void client_alphabet_make(struct machine *machine, unsigned code);

#endif
