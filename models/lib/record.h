/* Claims and parameters that records write alike. */
#ifndef MODELS_LIB_RECORD_H
#define MODELS_LIB_RECORD_H

#include "protocol/system.h"

/* Claims: the same memory models with cores of all kinds; and sequential consistency with cores
 * that wait, weak ordering with the others. */
#define ON_ALL_CORES(models)                                                                    \
  {                                                                                             \
    [CORE_IO] = { true, models }, [CORE_GPU] = { true, models }, [CORE_WEAK] = { true, models } \
  }
#define SC_OR_WO                                                                          \
  {                                                                                       \
    [CORE_IO] = { true, "sc" }, [CORE_GPU] = { true, "wo" }, [CORE_WEAK] = { true, "wo" } \
  }
/* For protocols whose readable copies all hold the last store. */
#define ONE_VALUE_RECORD                                                                         \
  .core = CORE_IO, .promises.moves_data = true, .client = LOAD | STORE | ATOMIC,                 \
  .invariants = CLAIM(PROPERTY_SWMR) | CLAIM(PROPERTY_DATA_VALUE) | CLAIM(PROPERTY_LOAD_VALUE) | \
                CLAIM(PROPERTY_OWN)

/* An element of a record's list of parameters. */
#define PARAMETER(number_, ...) [number_] = { __VA_ARGS__ }

#endif
