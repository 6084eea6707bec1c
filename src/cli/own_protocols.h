/* Models that -p, or `list models`, names by a path. */
#ifndef CLI_OWN_PROTOCOLS_H
#define CLI_OWN_PROTOCOLS_H

#include "cli/arguments.h"

/* Loads the protocol of each word that is a path, and puts the model's name in its place.  false
 * with a complaint. */
bool own_protocols_load(struct name_list *words, bool quiet);

/* The folders litmus/ of models that were loaded from a folder; each path is to be released. */
struct name_list own_protocols_tests(const struct name_list *models);

#endif
