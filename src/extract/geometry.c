/* Special registers (PTX ISA 10): those that follow from a thread's place in its grid. */
#include "extract/geometry.h"

#include <string.h>
#include "base/text.h"

enum { WARP_SIZE = 32 };

static const char ntid_option[] = "--ntid", nctaid_option[] = "--nctaid";

struct geometry geometry_of(const struct asked_test *request, const struct asked_thread *thread,
                            const struct function *kernel) {
  struct geometry geometry = { .has_clusters = kernel->clusters[0] || request->clusters[0] };
  geometry.lacks_size = thread->has_cluster && !geometry.has_clusters;
  for (unsigned i = 0; i < 3; i++) {
    geometry.tid[i] = thread->tid[i];
    geometry.cta[i] = thread->cta[i];
    geometry.ntid[i] = kernel->cta[0] ? kernel->cta[i] : request->ntid[i];
    geometry.nctaid[i] = request->nctaid[i];
    geometry.cluster[i] = kernel->clusters[0] ? kernel->clusters[i] : request->clusters[i];
    if (!geometry.cluster[i]) geometry.cluster[i] = 1;
  }
  return geometry;
}

/* The number of a place among `sizes`, x first.  A size matters only where a later one is not 0. */
static bool number_of(const unsigned place[3], const unsigned sizes[3], unsigned *number) {
  unsigned last = place[2] ? 2 : place[1] ? 1 : 0;
  uint64_t sum = place[0], times = 1;
  for (unsigned i = 1; i <= last; i++) {
    if (!sizes[i - 1]) return false;
    times *= sizes[i - 1];
    sum += place[i] * times;
  }
  *number = (unsigned)sum;
  return sum <= INT32_MAX;
}

bool geometry_cta(const struct geometry *geometry, unsigned *cta, const char **missing) {
  *missing = nctaid_option;
  return number_of(geometry->cta, geometry->nctaid, cta);
}

static void clusters_of(const struct geometry *geometry, unsigned place[3], unsigned counts[3],
                        unsigned within[3]) {
  for (unsigned i = 0; i < 3; i++) {
    place[i] = geometry->cta[i] / geometry->cluster[i];
    counts[i] = geometry->nctaid[i] / geometry->cluster[i];
    within[i] = geometry->cta[i] % geometry->cluster[i];
  }
}

bool geometry_cluster(const struct geometry *geometry, unsigned *cluster, const char **missing) {
  unsigned place[3], counts[3], within[3];
  clusters_of(geometry, place, counts, within);
  *missing = nctaid_option;
  return number_of(place, counts, cluster);
}

struct geometry geometry_of_rank(const struct geometry *geometry, unsigned rank) {
  struct geometry other = *geometry;
  for (unsigned i = 0; i < 3; i++) {
    other.cta[i] = geometry->cta[i] / geometry->cluster[i] * geometry->cluster[i] +
                   rank % geometry->cluster[i];
    rank /= geometry->cluster[i];
  }
  return other;
}

unsigned geometry_cluster_size(const struct geometry *geometry) {
  return geometry->cluster[0] * geometry->cluster[1] * geometry->cluster[2];
}

/* ---- registers with .x, .y and .z ---- */

/* "%tid.y" is number 1 of "%tid". */
static bool is_part(const char *name, const char *base, unsigned *axis) {
  size_t length = strlen(base);
  if (strncmp(name, base, length) || name[length] != '.' || !name[length + 1] || name[length + 2])
    return false;
  *axis = (unsigned)(name[length + 1] - 'x');
  return *axis < 3;
}

static bool take(unsigned size, uint64_t *value, const char *option, const char **missing) {
  *value = size;
  *missing = size ? NULL : option;
  return size != 0;
}

static bool part_of(const struct geometry *g, const char *name, uint64_t *value,
                    const char **missing) {
  unsigned axis, place[3], counts[3], within[3];
  clusters_of(g, place, counts, within);
  if (is_part(name, "%tid", &axis)) *value = g->tid[axis];
  else if (is_part(name, "%ctaid", &axis)) *value = g->cta[axis];
  else if (is_part(name, "%ntid", &axis)) return take(g->ntid[axis], value, ntid_option, missing);
  else if (is_part(name, "%nctaid", &axis))
    return take(g->nctaid[axis], value, nctaid_option, missing);
  else if (is_part(name, "%nclusterid", &axis))
    return take(counts[axis], value, nctaid_option, missing);
  else if (is_part(name, "%clusterid", &axis)) *value = place[axis];
  else if (is_part(name, "%cluster_ctaid", &axis)) *value = within[axis];
  else if (is_part(name, "%cluster_nctaid", &axis)) *value = g->cluster[axis];
  else return false;
  return true;
}

/* ---- others ---- */

static bool rank_of(const struct geometry *g, uint64_t *value) {
  unsigned place[3], counts[3], within[3], rank;
  clusters_of(g, place, counts, within);
  bool good = number_of(within, g->cluster, &rank);
  *value = rank;
  return good;
}

/* The lanes of a mask, by the letters behind "%lanemask_". */
static bool mask_of(const char *kind, unsigned lane, uint64_t *value) {
  uint64_t bit = UINT64_C(1) << lane, all = UINT32_MAX;
  if (text_equal(kind, "eq")) *value = bit;
  else if (text_equal(kind, "lt")) *value = bit - 1;
  else if (text_equal(kind, "le")) *value = (bit << 1) - 1;
  else if (text_equal(kind, "ge")) *value = all & ~(bit - 1);
  else if (text_equal(kind, "gt")) *value = all & ~((bit << 1) - 1);
  else return false;
  return true;
}

static bool of_warps(const struct geometry *g, const char *name, uint64_t *value,
                     const char **missing) {
  unsigned thread;
  if (text_equal(name, "%nwarpid")) {
    *missing = g->ntid[0] ? NULL : ntid_option;
    *value = ((uint64_t)g->ntid[0] * g->ntid[1] * g->ntid[2] + WARP_SIZE - 1) / WARP_SIZE;
    return g->ntid[0] != 0;
  }
  bool lane = text_equal(name, "%laneid"), warp = text_equal(name, "%warpid"),
       mask = text_starts(name, "%lanemask_");
  if (!lane && !warp && !mask) return false;
  if (!number_of(g->tid, g->ntid, &thread)) {
    *missing = ntid_option;
    return false;
  }
  *value = lane ? thread % WARP_SIZE : thread / WARP_SIZE;
  return !mask || mask_of(name + strlen("%lanemask_"), thread % WARP_SIZE, value);
}

bool geometry_special(const struct geometry *geometry, const char *name, uint64_t *value,
                      const char **missing) {
  bool of_cluster = text_starts(name, "%cluster") || text_starts(name, "%ncluster");
  *missing = of_cluster && geometry->lacks_size ? "--nctaid-cluster" : NULL;
  if (*missing) return false;
  if (text_equal(name, "%cluster_ctarank")) return rank_of(geometry, value);
  if (text_equal(name, "%cluster_nctarank")) *value = geometry_cluster_size(geometry);
  else if (text_equal(name, "%is_explicit_cluster")) *value = geometry->has_clusters;
  else if (text_equal(name, "WARP_SZ")) *value = WARP_SIZE;
  else
    return part_of(geometry, name, value, missing) ||
           (!*missing && of_warps(geometry, name, value, missing));
  return true;
}
