/* Machines that are equal are searched once: many variants of a test lower to the same program. */
#ifndef VERIFY_REACH_CACHE_H
#define VERIFY_REACH_CACHE_H

#include "verify/subject.h"

struct reach_cache;

struct reach_cache *reach_cache_new(void);
void reach_cache_free(struct reach_cache *cache);
/* What a subject reaches; whoever asks first searches, the others get the same record, which is complete when all who
 * ask have returned.  Callable from several threads. */
const struct reached *reach_cached(struct reach_cache *cache, const struct subject *subject, const struct effort *effort);
void reach_cache_counts(const struct reach_cache *cache, uint64_t *searches, uint64_t *states);

#endif
