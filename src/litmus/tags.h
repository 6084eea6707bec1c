/* Tags: the names by which memory models know fences, annotations, storage classes and the like.
 *
 * Each dialect has a vocabulary.  A name means what it means in the dialect of the test: X is not
 * the same set in X86 and in RISC-V.  herd7 has changed the meaning of some names; the names that a
 * model uses tell its version (tag_also). */
#ifndef LITMUS_TAGS_H
#define LITMUS_TAGS_H

#include <stdbool.h>
#include "base/text.h"

/* The static copy of a tag's name; NULL for other names. */
const char *tag_known_name(const char *name);
/* true when the dialect has this tag; LISA has any, since its tests bring their own. */
bool tag_is_of(const char *name, const char *dialect);
/* The dialect whose tag this is: the given one if it has it; NULL for several or none.  `shared`: a
 * similar dialect has it, too. */
const char *tag_dialect(const char *name, const char *dialect, bool *shared);
/* Appends the tags that the dialect has: "MFENCE LFENCE X". */
void tag_list(struct text *out, const char *dialect);

/* How the events of a set are found: by the tag of their instructions, or by the kind of event. */
enum tag_source {
  TAG_CARRIED,
  TAG_HALVES,     /* both halves of read-modify-writes */
  TAG_PLAIN,      /* accesses that are not atomic (A) */
  TAG_HALF_WRITES /* the writes of read-modify-writes */
};
enum tag_source tag_source(const char *name, const char *dialect);

/* true when events with `tag` are in the set `name`, too, by the version that the model's names
 * show. asks: the model uses the name. */
typedef bool tag_asker(const void *context, const char *name);
bool tag_also(const char *dialect, const char *tag, const char *name, tag_asker *asks,
              const void *context);

#endif
