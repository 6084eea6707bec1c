/* The identity of this program.  Another one may have other tables, so it must not go on with what
 * this one saved. */
#ifndef OS_BUILD_IDENTITY_H
#define OS_BUILD_IDENTITY_H

#include <stdint.h>

/* A hash of the executable, the same for each copy of it on any machine. */
uint64_t build_identity(void);

#endif
