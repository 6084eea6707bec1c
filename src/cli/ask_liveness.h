/* --liveness: what `run` and `prove` do with it. */
#ifndef CLI_ASK_LIVENESS_H
#define CLI_ASK_LIVENESS_H

#include "machine/machine.h"
#include "report/page/page.h"
#include "cli/arguments.h"

#define TAKES_LIVENESS (TAKES(liveness) | TAKES(fairness))

/* For the most general client, and for every test on every model.  Both return exit statuses.
 * `page` gets the answer, too, unless it is NULL. */
int liveness_ask_client(const struct arguments *arguments, const struct setting *setting,
                        const struct client *client, struct page *page);
int liveness_ask_tests(const struct arguments *arguments);

#endif
