#include "cli/results_cache.h"

#include <inttypes.h>
#include "base/text.h"
#include "cli/output.h"

bool cli_store_open(const struct arguments *arguments, struct result_store **store) {
  struct diagnostic error = { NULL };
  *store = NULL;
  if (!arguments->results_cache) return true;
  *store = result_store_open(arguments->results_cache, &error);
  return *store || (cli_complain_of(&error), false);
}

void cli_store_close(struct result_store *store) {
  if (store && result_store_failed(store))
    fprintf(stderr, "turnsole: warning: not all results could be kept in %s\n",
            result_store_folder(store));
  result_store_close(store);
}

void kept_print(FILE *out, uint64_t found, uint64_t all, const char *folder) {
  fprintf(out, "%" PRIu64 " of %" PRIu64 " %s from %s\n", found, all,
          text_numbered(all, "result", "results"), folder);
}
