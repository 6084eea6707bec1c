/* The identity of the code of a system: of its own, and of the engine that runs it. */
#ifndef PROTOCOL_CODE_IDENTITY_H
#define PROTOCOL_CODE_IDENTITY_H

#include "base/text.h"
#include "protocol/system.h"

/* Adds "turnsole VERSION, engine HASH, model HASH" (os/object_hashes.h).  false: a hash is not
 * known, so that no result may be kept. */
bool code_identity_add(struct text *text, const struct system *system);

#endif
