/* Makes a litmus test of threads that run kernels of a PTX file. */
#ifndef EXTRACT_EXTRACT_H
#define EXTRACT_EXTRACT_H

#include "base/text.h"
#include "extract/module.h"
#include "extract/request.h"

/* Adds the test, in the PTX dialect, to `out`, and lines that the user should know to `notes`.
 * false with a diagnostic, whose place is in the PTX file. */
bool extract_test(const struct module *module, struct asked_test *request, struct text *out,
                  struct text *notes, struct diagnostic *error);

#endif
