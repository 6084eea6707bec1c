/* The identity of this program.  Another one may have other tables, so it must not go on with what
 * this one saved. */
#ifndef OS_BUILD_IDENTITY_H
#define OS_BUILD_IDENTITY_H

#include <stdint.h>

/* A hash of the executable and of what was loaded, the same for each copy of it on any machine. */
uint64_t build_identity(void);
/* Adds the hash of something that was loaded; the order of calls does not matter.  Not callable
 * from several threads. */
void build_identity_add(uint64_t hash);

#endif
