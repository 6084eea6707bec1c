/* From a PTX file and a request to a litmus test. */
#include "extract/extract.h"

#include "extract/elements.h"
#include "extract/kernels.h"
#include "extract/places.h"
#include "extract/print_test.h"
#include "extract/walk.h"

/* A place that lies outside of what its sizes say. */
static bool is_outside(const unsigned place[3], const unsigned sizes[3]) {
  for (unsigned i = 0; i < 3; i++)
    if (sizes[0] && place[i] >= sizes[i]) return true;
  return false;
}

static bool check_place(struct extraction *x, const struct walk *walk) {
  if (is_outside(walk->geometry.tid, walk->geometry.ntid))
    return diagnostic_plain(x->error, "--thread P%u: its tid is outside of the CTA (%%ntid)",
                            walk->asked->id);
  if (is_outside(walk->geometry.cta, walk->geometry.nctaid))
    return diagnostic_plain(x->error, "--thread P%u: its cta is outside of the grid (--nctaid)",
                            walk->asked->id);
  return true;
}

static bool find_place(struct extraction *x, struct walk *walk) {
  const struct asked_thread *asked = walk->asked;
  if (!check_place(x, walk) ||
      !places_cta(x, walk->kernel, asked->gpu, &walk->geometry, &walk->cta) ||
      !places_cluster(x, walk->kernel, asked->gpu, &walk->geometry, &walk->cluster))
    return false;
  if (asked->has_cluster) walk->cluster = asked->cluster;
  return true;
}

/* A CTA is in one cluster. */
static bool check_clusters(struct extraction *x, const struct walk *walks, size_t t) {
  for (size_t k = 0; k < t; k++)
    if (walks[k].asked->gpu == walks[t].asked->gpu && walks[k].cta == walks[t].cta &&
        walks[k].cluster != walks[t].cluster)
      return diagnostic_plain(
          x->error,
          "--thread P%u: its CTA is that of P%u, which is in cluster %u and not "
          "in %u",
          walks[t].asked->id, walks[k].asked->id, walks[k].cluster, walks[t].cluster);
  return true;
}

static bool walk_thread(struct extraction *x, size_t t, struct walk *walks) {
  struct walk *walk = &walks[t];
  walk->extraction = x;
  walk->asked = &x->request->threads.items[t];
  walk->kernel = x->kernels.items[t];
  walk->geometry = geometry_of(x->request, walk->asked, walk->kernel);
  return find_place(x, walk) && check_clusters(x, walks, t) && walk_run(walk);
}

static bool find_kernels(struct extraction *x) {
  for (size_t t = 0; t < x->request->threads.length; t++) {
    const struct function *kernel =
        kernels_find(x->module, x->request->threads.items[t].kernel, x->error);
    if (!kernel) return false;
    vector_push(x->kernels, kernel);
  }
  return true;
}

/* A location that --param gives so many elements is not accessed behind them. */
static bool check_lengths(const struct extraction *x, const struct places *places) {
  for (size_t i = 0; i < x->parameters.length; i++) {
    const struct bound_parameter *bound = &x->parameters.items[i];
    uint64_t elements = bound->asked->elements;
    for (size_t k = 0; elements && k < places->items.length; k++) {
      const struct named_place *place = &places->items.items[k];
      if (place->object != bound->object) continue;
      if (place->offset < 0 || (uint64_t)place->offset >= elements * place->bytes)
        return diagnostic_plain(
            x->error, "--param %s: a thread accesses %s+%lld, which is not inside",
            bound->asked->text, bound->asked->location, (long long)place->offset);
    }
  }
  return true;
}

static bool check_objects(struct extraction *x) {
  struct places places = { 0 };
  elements_name(&places, &x->objects);
  bool good = check_lengths(x, &places);
  elements_clear(&places);
  for (size_t i = 0; i < x->parameters.length; i++)
    if (!x->parameters.items[i].asked->used)
      text_add(x->notes, "--param %s: no thread reads it\n", x->parameters.items[i].asked->text);
  return good;
}

bool extract_test(const struct module *module, struct asked_test *request, struct text *out,
                  struct text *notes, struct diagnostic *error) {
  struct extraction x = { .module = module, .request = request, .notes = notes, .error = error };
  size_t threads = request->threads.length;
  struct walk *walks = memory_new(threads + 1, sizeof *walks);
  bool good = find_kernels(&x) && kernels_bind(&x);
  for (size_t t = 0; t < threads && good; t++) good = walk_thread(&x, t, walks);
  good = good && check_objects(&x) && print_test(out, &x, walks);
  for (size_t t = 0; t < threads; t++) walk_clear(&walks[t]);
  memory_free(walks);
  objects_clear(&x.objects);
  vector_free(x.kernels);
  vector_free(x.parameters);
  memory_free(x.ctas.items);
  memory_free(x.clusters.items);
  return good;
}
