#include "report/saved_text.h"

#include <inttypes.h>
#include "base/text.h"

void proof_saved_print(FILE *out, const struct proof *proof, const struct checkpoint *checkpoint,
                       bool in_parts) {
  const struct search_result *result = &proof->result;
  bool by_itself = result->end == SEARCH_COMPLETE || result->end == SEARCH_VIOLATION ||
                   result->end == SEARCH_TOO_SMALL;
  if (!checkpoint->path || by_itself) return;
  if (in_parts)
    fprintf(
        out, "  saved         %s: %u %s; the one that was under way is made anew\n",
        checkpoint->path, proof->journal_length,
        text_numbered(proof->journal_length, "search that was done", "searches that were done"));
  else if (!result->saved)
    fprintf(out, "  saved         nothing %s\n",
            checkpoint->resume ? "since it was resumed" : "of this search");
  else if (result->saved == result->states) fprintf(out, "  saved         %s\n", checkpoint->path);
  else
    fprintf(out, "  saved         %s, when there were %" PRIu64 " states\n", checkpoint->path,
            result->saved);
}
