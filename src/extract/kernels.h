/* Finds kernels and their parameters by what a user calls them. */
#ifndef EXTRACT_KERNELS_H
#define EXTRACT_KERNELS_H

#include "extract/walk.h"

/* The kernel with that name in the file, with that C++ name, or the only one that has the text in
 * its name.  NULL with a diagnostic that lists the kernels. */
const struct function *kernels_find(const struct module *module, const char *name,
                                    struct diagnostic *error);
/* Binds the parameters of the request; false with a diagnostic. */
bool kernels_bind(struct extraction *extraction);

#endif
