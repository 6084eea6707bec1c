/* What quickness leaves out of one machine: evictions, warm starts, and states. */
#ifndef RUN_QUICK_SEARCH_H
#define RUN_QUICK_SEARCH_H

#include "run/subject.h"
#include "run/effort.h"
#include "run/reached.h"

/* What `machine`, which is the subject's, reaches, or as much of it as the effort allows. */
struct reached *quick_search_reach(const struct subject *subject, struct machine *machine,
                                   const struct effort *effort);
/* Searches the smallest shape of the subject again, with a wider bound. */
struct reached *quick_search_widen(const struct subject *subject, uint64_t bound,
                                   const struct effort *effort);

#endif
