/* The memory models that records claim: each name must be one of memmodels/. */
#ifndef VERIFY_CLAIMED_MODELS_H
#define VERIFY_CLAIMED_MODELS_H

#include "base/diagnostic.h"
#include "kit/system.h"

/* false, with an error that lists each unknown name that the system or a variant claims. */
bool claimed_models_check(const struct system *system, struct diagnostic *error);

#endif
