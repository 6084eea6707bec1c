/* See export.h.  A saved search has the contents by number, and a record of each worker.
 *
 * All slots hold numbers of interned contents, and no content holds a number of another.  So
 * another run may intern them again, in any order.  A worker's record has two sums.  Outcomes of
 * programs are not saved. */
#include "machine/export.h"

#include <string.h>
#include "machine/machine_private.h"

unsigned machine_family(const struct model *model, unsigned slot) {
  (void)model, (void)slot;
  return 0; /* one interning for all slots */
}

uint32_t machine_numbers(const struct model *model, unsigned family) {
  (void)family;
  return intern_count(((const struct machine *)model->self)->contents);
}

const void *machine_content(const struct model *model, unsigned family, slot_t number,
                            size_t *length) {
  (void)family;
  return intern_at(((const struct machine *)model->self)->contents, number, length);
}

slot_t machine_number(const struct model *model, unsigned family, const void *content,
                      size_t length) {
  (void)family;
  return intern_add(((const struct machine *)model->self)->contents, content, length);
}

void machine_write_worker(const struct model *model, const void *data, FILE *out) {
  const struct worker *worker = data;
  uint64_t sums[] = { worker->orbit_states, worker->sum };
  (void)model;
  fwrite(sums, sizeof *sums, sizeof sums / sizeof *sums, out);
}

bool machine_read_worker(const struct model *model, void *data, const void *bytes, size_t length) {
  struct worker *worker = data;
  uint64_t sums[2];
  (void)model;
  if (length != sizeof sums) return false;
  memcpy(sums, bytes, sizeof sums);
  worker->orbit_states += sums[0];
  worker->sum += sums[1];
  return true;
}
