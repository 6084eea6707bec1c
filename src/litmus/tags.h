/* The tags that readers of tests may put on events: the names under which memory models know kinds of fences,
 * annotations, storage classes and the like. */
#ifndef LITMUS_TAGS_H
#define LITMUS_TAGS_H

#include <stdbool.h>

bool tag_is_known(const char *name);
/* The name as this program keeps it; NULL for one that is no tag. */
const char *tag_known_name(const char *name);
/* The dialect that a name speaks of: the given one if it may be that, NULL where it may be several or none.  shared: or another
 * one that is alike. */
const char *tag_dialect(const char *name, const char *dialect, bool *shared);

#endif
