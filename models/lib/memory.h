/* A controller whose memory has the system's value of a line: controller_kind.value. */
#ifndef MODELS_LIB_MEMORY_H
#define MODELS_LIB_MEMORY_H

#include "protocol/controller_state.h"

const struct data *memory_value(const struct local *local, unsigned line);

#endif
