/* What quickness leaves out of one machine: evictions, warm starts, and states. */
#ifndef VERIFY_QUICKNESS_H
#define VERIFY_QUICKNESS_H

#include "verify/subject.h"

/* What `machine`, which is the subject's, reaches, or as much of it as the effort allows. */
struct reached *quickness_reach(const struct subject *subject, struct machine *machine,
                                const struct effort *effort);
/* Searches the smallest shape of the subject again, with a wider bound. */
struct reached *quickness_reach_further(const struct subject *subject, uint64_t bound,
                                        const struct effort *effort);

#endif
