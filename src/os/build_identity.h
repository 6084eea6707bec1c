/* Which program this is.  Another one may have other tables, so what it saved must not be taken up:
 * it would not be what is asked for. */
#ifndef OS_BUILD_IDENTITY_H
#define OS_BUILD_IDENTITY_H

#include <stdint.h>

uint64_t build_identity(
    void); /* a hash of the executable: a copy of it is the same program, on any machine */

#endif
