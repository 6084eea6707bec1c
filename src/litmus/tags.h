/* The tags that readers of tests put on events: the names under which memory models know kinds of
 * fences, annotations, storage classes and the like.
 *
 * Each dialect has a vocabulary.  A name means what it means in the dialect of the test: X is not
 * the same set in X86 and in RISC-V.  Some dialects' names come in versions, since herd7 has
 * changed what they mean; the version is known by the names that the model uses (tag_also). */
#ifndef LITMUS_TAGS_H
#define LITMUS_TAGS_H

#include <stdbool.h>
#include "base/text.h"

/* The name as this program keeps it; NULL for one that is no tag. */
const char *tag_known_name(const char *name);
/* Has the dialect this tag?  LISA has any, since its tests bring their own annotations. */
bool tag_is_of(const char *name, const char *dialect);
/* The dialect that a name speaks of: the given one if it may be that, NULL where it may be several
 * or none. shared: or another one that is alike. */
const char *tag_dialect(const char *name, const char *dialect, bool *shared);
/* Appends the tags that the dialect has: "MFENCE LFENCE X". */
void tag_list(struct text *out, const char *dialect);

/* How the events of a set are found: by the tag that their instructions carry, or by what the
 * events are. */
enum tag_source {
  TAG_CARRIED,
  TAG_HALVES,     /* both halves of read-modify-writes */
  TAG_PLAIN,      /* accesses that are not atomic (A) */
  TAG_HALF_WRITES /* the writes of read-modify-writes */
};
enum tag_source tag_source(const char *name, const char *dialect);

/* Is `tag` in the set `name`, too, by the version of the names that the model uses?  asks: does the
 * model use the name? */
typedef bool tag_asker(const void *context, const char *name);
bool tag_also(const char *dialect, const char *tag, const char *name, tag_asker *asks,
              const void *context);

#endif
