/* What a verdict rests on: the promises of a record that the search at hand uses, and that no
 * step is asked for (docs/proving.md). */
#ifndef KIT_ASSUMPTIONS_H
#define KIT_ASSUMPTIONS_H

#include "machine/machine.h"

/* Calls visit for each: its name in the record ("prompt"), what it is about ("INV, DATA"; ""
 * where it is about all), and the option that searches without it ("--no-ample"; "" where there
 * is none).  The texts last for the call alone. */
void assumptions_each(const struct machine *machine,
                      void (*visit)(void *context, const char *name, const char *about,
                                    const char *without),
                      void *context);

#endif
