/* Numbers of CTAs and clusters in the test. */
#include "extract/places.h"

/* Several kernels run on the GPU. */
static bool is_shared(const struct extraction *extraction, const struct function *kernel,
                      unsigned gpu) {
  for (size_t i = 0; i < extraction->kernels.length; i++)
    if (extraction->kernels.items[i] != kernel && extraction->request->threads.items[i].gpu == gpu)
      return true;
  return false;
}

/* The number of the entry among those of its GPU; a new one is the last. */
static unsigned counted(struct launches *launches, struct launched entry) {
  unsigned number = 0;
  for (size_t i = 0; i < launches->length; i++) {
    const struct launched *each = &launches->items[i];
    if (each->gpu != entry.gpu) continue;
    if (each->kernel == entry.kernel && each->number == entry.number) return number;
    number++;
  }
  vector_push(*launches, entry);
  return number;
}

static bool say_missing(struct extraction *extraction, const struct function *kernel,
                        const char *missing) {
  return diagnostic_at(extraction->error, &extraction->module->source, kernel->span,
                       "the number of the CTA in the grid is not known: say %s AxBxC", missing);
}

bool places_cta(struct extraction *extraction, const struct function *kernel, unsigned gpu,
                const struct geometry *geometry, unsigned *cta) {
  const char *missing;
  if (!geometry_cta(geometry, cta, &missing)) return say_missing(extraction, kernel, missing);
  struct launched entry = { kernel, gpu, *cta };
  if (is_shared(extraction, kernel, gpu)) *cta = counted(&extraction->ctas, entry);
  return true;
}

bool places_cluster(struct extraction *extraction, const struct function *kernel, unsigned gpu,
                    const struct geometry *geometry, unsigned *cluster) {
  const char *missing;
  if (!geometry_cluster(geometry, cluster, &missing))
    return say_missing(extraction, kernel, missing);
  struct launched entry = { kernel, gpu, *cluster };
  if (is_shared(extraction, kernel, gpu)) *cluster = counted(&extraction->clusters, entry);
  return true;
}
