/* Compare-exchange of C11 and OpenCL. */
#ifndef LITMUS_READ_C_COMPARE_H
#define LITMUS_READ_C_COMPARE_H

#include "litmus/read/c_compound.h"

/* Its operands and manner. */
struct c_comparing {
  struct operand pointer, desired;
  struct c_place expected; /* an object, or a variable of the thread */
  struct c_manner manner;
};
/* pointer, expected, desired */
bool c_comparing_operands(struct c_reading *c, struct c_comparing *comparing);
bool c_compare_strong(struct c_reading *c, const struct c_comparing *comparing,
                      struct operand *value);
bool c_compare_weak(struct c_reading *c, const struct c_comparing *comparing,
                    struct operand *value);

#endif
