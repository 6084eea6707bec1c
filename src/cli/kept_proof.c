#include "cli/kept_proof.h"

#include <inttypes.h>
#include <string.h>
#include "base/memory.h"
#include "base/printing.h"
#include "cli/baseline_files.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/results_cache.h"
#include "os/processes.h"
#include "os/processes.h"
#include "protocol/code_identity.h"
#include "report/known_failures.h"
#include "report/proof_files.h"
#include "report/proof_text.h"
#include "verify/proof_journal.h"

/* Options that the title has, by proof_title_of_parts or by itself. */
#define IN_TITLE                                                                                 \
  (TAKES(models) | TAKES(core) | TAKES(assignments) | TAKES(sms) | TAKES(threads) |              \
   TAKES(spread) | TAKES(addrs) | TAKES(two_words) | TAKES(values) | TAKES(gpus) | TAKES(gpms) | \
   TAKES(placement) | TAKES(no_symmetry) | TAKES(no_per_address) | TAKES(per_address) |          \
   TAKES(cold) | TAKES(no_evictions) | TAKES(capacity) | TAKES(no_reduction) |                   \
   TAKES(no_deferred_evictions) | TAKES(no_dead_values) | TAKES(no_ample) | TAKES(deadlock) |    \
   TAKES(no_audit) | TAKES(strict) | TAKES(quiet) | TAKES(memory) | TAKES(depth))
/* Options that leave the text of a proof that holds alone. */
#define WITHOUT_EFFECT                                                                        \
  (TAKES(jobs) | TAKES(seconds) | TAKES(seconds_each) | TAKES(shard) | TAKES(results_cache) | \
   TAKES(json) | TAKES(junit) | TAKES_BASELINE)

static char *title_of(const struct arguments *arguments, const struct setting *setting,
                      const struct client *client, const struct effort *effort) {
  struct subject subject = { .setting = *setting, .client = *client, .options = effort->machine };
  struct text text = { 0 };
  if (!code_identity_add(&text, setting->system)) return text_free(&text), NULL;
  char *proof = proof_title_of_parts(&subject, effort->each);
  text_add(&text, ", %s%s%s%s%s, placement %" PRIu64 ", memory %" PRIu64 ", depth %" PRIu64, proof,
           arguments->deadlock ? ", deadlock" : "", arguments->no_audit ? ", no audit" : "",
           arguments->strict ? ", strict" : "", arguments->quiet ? ", quiet" : "",
           arguments->placement, arguments->memory, arguments->depth);
  memory_free(proof);
  return text.bytes;
}

/* The stored JSON has nothing of a baseline. */
static bool may_be_kept(const struct arguments *arguments) {
  bool with_baseline = arguments->given & TAKES_BASELINE && arguments->json;
  return !(arguments->given & ~(IN_TITLE | WITHOUT_EFFECT)) && !with_baseline &&
         processes_count() == 1;
}

static bool split(struct kept_proof *kept, size_t length) {
  const char *at = kept->bytes, *end = kept->bytes + length;
  for (unsigned i = 0; i < 3; i++) {
    const char *stop = memchr(at, '\0', (size_t)(end - at));
    if (!stop) return false;
    kept->texts[i] = at;
    at = stop + 1;
  }
  return at == end;
}

bool kept_proof_find(struct kept_proof *kept, const struct arguments *arguments,
                     const struct setting *setting, const struct client *client,
                     const struct effort *effort) {
  size_t length = 0;
  *kept = (struct kept_proof){ .quiet = arguments->quiet };
  if (!effort->results || !may_be_kept(arguments)) return false;
  kept->title = title_of(arguments, setting, client, effort);
  if (kept->title) kept->bytes = result_store_find(effort->results, kept->title, &length);
  return kept->bytes && split(kept, length);
}

static bool write_text(const char *path, const char *text) {
  FILE *file = cli_output_open(path);
  if (file) fputs(text, file);
  return cli_output_close(file, path);
}

int kept_proof_show(const struct kept_proof *kept, const struct arguments *arguments,
                    const struct setting *setting, const struct client *client,
                    struct baseline *baseline) {
  struct proof proof = { .subject = { .setting = *setting, .client = *client },
                         .claimed = setting_invariants(setting),
                         .result = { .end = SEARCH_COMPLETE },
                         .placement = (unsigned)arguments->placement,
                         .audited = !arguments->no_audit };
  if (baseline)
    known_failures_of_proof(baseline, &proof, cli_baseline_sees_all(arguments), arguments->strict);
  if (!cli_output_takes_all(arguments)) {
    fputs(kept->texts[0], stdout);
    kept_print(stdout, 1, 1, arguments->results_cache);
    if (baseline) baseline_totals_print(stdout, baseline);
  }
  bool good = cli_baseline_write(arguments, baseline);
  good &= write_text(arguments->json, kept->texts[1]);
  good &= write_text(arguments->junit, kept->texts[2]);
  return !good ? EXIT_USAGE : proof.stale ? EXIT_FAILS : EXIT_HOLDS;
}

/* Did limits that the title does not have leave all alone? */
static bool is_whole(const struct proof *proof, const struct effort *effort) {
  if (effort_spent(effort) || proof->result.end != SEARCH_COMPLETE || proof->counterexample ||
      proof->waits.left || proof->lossy)
    return false;
  for (unsigned i = 0; i < AUDITS; i++)
    for (unsigned j = 0; j < proof->audits.items[i].count; j++) {
      enum search_end end = proof->audits.items[i].searches[j].end;
      if (end != SEARCH_COMPLETE && end != SEARCH_OUT_OF_STATES) return false;
    }
  return true;
}

static void add_nul(FILE *out) { fputc('\0', out); }

void kept_proof_keep(const struct kept_proof *kept, const struct proof *proof,
                     const struct effort *effort) {
  struct proof plain = *proof;
  plain.baseline = NULL;
  plain.known = plain.stale = false;
  if (!kept->title || proof_status(&plain) || !is_whole(&plain, effort)) return;
  struct printing printing;
  FILE *out = printing_begin(&printing);
  proof_print(out, &plain, kept->quiet);
  add_nul(out);
  proof_json(out, &plain, NULL);
  add_nul(out);
  proof_junit(out, &plain, kept->quiet);
  add_nul(out);
  printing_end(&printing);
  result_store_put(effort->results, kept->title, printing.text, printing.length);
  printing_free(&printing);
}

void kept_proof_clear(struct kept_proof *kept) {
  memory_free(kept->title);
  memory_free(kept->bytes);
  *kept = (struct kept_proof){ NULL };
}
