/* See sm_parts.h. */
#include "abstract/sm_parts.h"

void view_parts_begin(struct view_parts *parts) {
  *parts =
      (struct view_parts){ intern_new(), intern_new(), intern_new(), intern_new(), intern_new() };
}

void view_parts_end(struct view_parts *parts) {
  intern_free(parts->slots);
  intern_free(parts->hubs);
  intern_free(parts->marks);
  intern_free(parts->capsules);
  intern_free(parts->nodes);
}
