/* What a machine reaches, or a part of it where it has too many states. */
#ifndef RUN_QUICK_SEARCH_H
#define RUN_QUICK_SEARCH_H

#include "run/effort.h"
#include "run/reached.h"
#include "run/subject.h"

/* Searches `machine`, which is the subject's, as far as the effort allows. */
struct reached *quick_search_reach(const struct subject *subject, struct machine *machine,
                                   const struct effort *effort);
/* Searches the smallest shape of the subject again, within a wider bound. */
struct reached *quick_search_widen(const struct subject *subject, uint64_t bound,
                                   const struct effort *effort);

#endif
