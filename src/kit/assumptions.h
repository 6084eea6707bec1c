/* The promises of a record that a verdict rests on: the search uses them, and checks no step for
 * them (docs/proving.md). */
#ifndef KIT_ASSUMPTIONS_H
#define KIT_ASSUMPTIONS_H

#include "base/text.h"
#include "machine/machine.h"
#include "protocol/system.h"

/* Calls visit for each of them.  The texts last for the call only.
 *  - name: in the record, "ample".
 *  - about: its subjects, "INV, DATA"; "": all.
 *  - without: the option that searches without it, "--no-ample"; "": there is none. */
void assumptions_each(const struct machine *machine,
                      void (*visit)(void *context, const char *name, const char *about,
                                    const char *without),
                      void *context);

/* The visitor of assumptions_each, for the hooks of reductions. */
struct assumption_writer {
  const struct machine *machine;
  void (*visit)(void *context, const char *name, const char *about, const char *without);
  void *context;
};
void assumption_write(const struct assumption_writer *writer, const char *name,
                      const char *without);
/* With subjects, unless there are none.  Releases `about`. */
void assumption_write_about(const struct assumption_writer *writer, const char *name,
                            struct text *about, const char *without);
/* With the kinds' own events that have the promise. */
void assumption_write_internals(const struct assumption_writer *writer, const char *name,
                                bool (*promised)(const struct internal *internal),
                                const char *without);
/* Adds a subject: "L1 EVICT", or without a kind "INV". */
void assumption_add_name(struct text *text, const char *kind, const char *name);

#endif
