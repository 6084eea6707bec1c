/* Where a thread stands in its grid, and what the special registers of PTX say of that. */
#ifndef EXTRACT_GEOMETRY_H
#define EXTRACT_GEOMETRY_H

#include <stdint.h>
#include "extract/module.h"
#include "extract/request.h"

/* Sizes are 0 where nothing says them. */
struct geometry {
  unsigned tid[3], cta[3];
  unsigned ntid[3], nctaid[3];
  unsigned cluster[3]; /* CTAs of a cluster; never 0 */
  bool has_clusters;   /* the launch has some */
  bool lacks_size;     /* --thread names a cluster, and nothing says how many CTAs one has */
};

/* Of a thread that runs the kernel; a directive of the kernel counts before an option. */
struct geometry geometry_of(const struct asked_test *request, const struct asked_thread *thread,
                            const struct function *kernel);
/* The number of the CTA in the grid, and of its cluster; false where that needs a size that nothing
 * says: `missing` is its option. */
bool geometry_cta(const struct geometry *geometry, unsigned *cta, const char **missing);
bool geometry_cluster(const struct geometry *geometry, unsigned *cluster, const char **missing);
/* The CTA in the grid that has this rank in the thread's cluster. */
struct geometry geometry_of_rank(const struct geometry *geometry, unsigned rank);
unsigned geometry_cluster_size(const struct geometry *geometry);
/* The value of a special register: false where it has no fixed one (`missing` is NULL), or where an
 * option is missing. */
bool geometry_special(const struct geometry *geometry, const char *name, uint64_t *value,
                      const char **missing);

#endif
