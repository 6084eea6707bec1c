/* The promises of a record that a verdict rests on.  The search relies on them, and checks no step
 * for them (docs/proving.md). */
#ifndef MACHINE_ASSUMPTIONS_H
#define MACHINE_ASSUMPTIONS_H

#include "base/text.h"
#include "machine/machine.h"
#include "protocol/system.h"

/* Calls `visit` for each such promise.  The texts last until `visit` returns.
 *  - name: the promise's field in the record, such as "ample".
 *  - about: the promise's subjects, such as "INV, DATA"; "": all.
 *  - without: the option that searches without the promise, such as "--no-ample"; "": none. */
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
/* Visits a promise about the subjects in `about`, unless that is empty.  Releases `about`. */
void assumption_write_about(const struct assumption_writer *writer, const char *name,
                            struct text *about, const char *without);
/* Visits a promise about those events of controllers' own that have it (protocol/system.h). */
void assumption_write_internals(const struct assumption_writer *writer, const char *name,
                                bool (*promised)(const struct internal *internal),
                                const char *without);
/* Adds a subject: "L1 EVICT", or "INV" if `kind` is NULL. */
void assumption_add_name(struct text *text, const char *kind, const char *name);

#endif
