/* The functions of struct model (search/model.h) for saved searches. */
#ifndef MACHINE_EXPORT_H
#define MACHINE_EXPORT_H

#include "search/model.h"

unsigned machine_family(const struct model *model, unsigned slot);
uint32_t machine_numbers(const struct model *model, unsigned family);
const void *machine_content(const struct model *model, unsigned family, slot_t number,
                            size_t *length);
slot_t machine_number(const struct model *model, unsigned family, const void *content,
                      size_t length);
void machine_write_worker(const struct model *model, const void *worker, FILE *out);
bool machine_read_worker(const struct model *model, void *worker, const void *bytes, size_t length);

#endif
