/* The promises of a record that a verdict rests on: the search uses them, and checks no step for
 * them (docs/proving.md). */
#ifndef KIT_ASSUMPTIONS_H
#define KIT_ASSUMPTIONS_H

#include "kit/machine.h"

/* Calls visit for each of them.  The texts last for the call only.
 *  - name: in the record, "ample".
 *  - about: its subjects, "INV, DATA"; "": all.
 *  - without: the option that searches without it, "--no-ample"; "": there is none. */
void assumptions_each(const struct machine *machine,
                      void (*visit)(void *context, const char *name, const char *about,
                                    const char *without),
                      void *context);

#endif
