/* A cache of searches: many variants of a test lower to the same machine, which is searched
 * once. */
#ifndef RUN_REACH_CACHE_H
#define RUN_REACH_CACHE_H

#include "run/effort.h"
#include "run/reached.h"
#include "run/subject.h"

struct reach_cache;

/* `shared`: processes share the machines until reach_cache_gather. */
struct reach_cache *reach_cache_new(bool shared);
void reach_cache_free(struct reach_cache *cache);
/* Resumes the effort's journal, if it has one, and adds each complete search to it
 * (journal_open). Closing it returns false if some search could not be written. */
bool reach_cache_open_journal(struct reach_cache *cache, const struct effort *effort,
                              struct diagnostic *error);
bool reach_cache_close_journal(struct reach_cache *cache);
/* Returns what a subject reaches. The first caller searches; the entry is complete when all
 * callers have returned. Returns NULL if another process is to search. Thread-safe. */
const struct reached *reach_cache_search(struct reach_cache *cache, const struct subject *subject,
                                         const struct effort *effort);
/* Widens the bound of a bounded entry; true if the entry has become due by that. */
bool reach_cache_widen(const struct reached *record, uint64_t bound);
/* Searches the machine of a due entry, which is the subject's, again. One thread at a time for
 * an entry. */
void reach_cache_renew(const struct reached *record, const struct subject *subject,
                       const struct effort *effort);
/* Exchanges entries among all processes, which call it together. True if searches were shared. */
bool reach_cache_gather(struct reach_cache *cache);
/* The cost of all searches that were asked for, without times. */
struct cost reach_cache_cost(const struct reach_cache *cache);
/* How many searches effort->results had. */
unsigned reach_cache_found(const struct reach_cache *cache);

#endif
