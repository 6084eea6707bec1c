/* Machines that are equal are searched once: many variants of a test lower to the same program. */
#ifndef RUN_REACH_CACHE_H
#define RUN_REACH_CACHE_H

#include "run/subject.h"
#include "run/cost.h"
#include "run/effort.h"
#include "run/reached.h"

struct reach_cache;

/* With `shared`, machines are shared out over the ranks until reach_cache_gather. */
struct reach_cache *reach_cache_new(bool shared);
void reach_cache_free(struct reach_cache *cache);
/* Takes up the effort's journal, if it has one, and notes in it each whole search that is made (see
 * journal_open), until all is noted; false then: something was not. */
bool reach_cache_open_journal(struct reach_cache *cache, const struct effort *effort,
                              struct diagnostic *error);
bool reach_cache_close_journal(struct reach_cache *cache);
/* What a subject reaches; whoever asks first searches, the others get the same record, which is
 * complete when all who ask have returned; NULL: it is another rank's to search.  Callable from
 * several threads. */
const struct reached *reach_cache_search(struct reach_cache *cache, const struct subject *subject,
                                         const struct effort *effort);
/* Widens the bound of a bounded record, which the cache owns; true when the record became due by
 * this call. */
bool reach_cache_widen(const struct reached *record, uint64_t bound);
/* Searches a record's machine again, which is the subject's, when it is due.  Callable for one
 * record by one thread. */
void reach_cache_renew(const struct reached *record, const struct subject *subject,
                       const struct effort *effort);
/* By all ranks at once: what the others have searched is known here, too.  True where anything was
 * shared out. */
bool reach_cache_gather(struct reach_cache *cache);
/* All searches that were asked for, but for their time. */
struct cost reach_cache_cost(const struct reach_cache *cache);

#endif
