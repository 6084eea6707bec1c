/* A proof that holds, kept as what is printed of it (os/result_store.h).
 *
 * Its title has the code, the client, the reductions and properties (proof_title_of_parts), and the
 * other options.  Options that are not known here to leave the answer alone, or to be in the title,
 * rule the store out. */
#ifndef CLI_KEPT_PROOF_H
#define CLI_KEPT_PROOF_H

#include "cli/arguments.h"
#include "verify/baseline.h"
#include "verify/proof.h"

struct kept_proof {
  char *title; /* NULL: nothing is found or kept */
  char *bytes; /* what was found: text, JSON and JUnit's XML, each ending with a NUL */
  const char *texts[3];
  bool quiet;
};

/* Looks for the proof in effort->results, which may be NULL.  kept_proof_clear frees it. */
bool kept_proof_find(struct kept_proof *kept, const struct arguments *arguments,
                     const struct setting *setting, const struct client *client,
                     const struct effort *effort);
/* Prints and writes what was found; returns the exit status. */
int kept_proof_show(const struct kept_proof *kept, const struct arguments *arguments,
                    const struct setting *setting, const struct client *client,
                    struct baseline *baseline);
/* Keeps a proof that holds, if no limit of time or memory cut anything short. */
void kept_proof_keep(const struct kept_proof *kept, const struct proof *proof,
                     const struct effort *effort);
void kept_proof_clear(struct kept_proof *kept);

#endif
