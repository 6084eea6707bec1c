/* The Linux kernel's functions. */
#ifndef LITMUS_READ_C_KERNEL_H
#define LITMUS_READ_C_KERNEL_H

#include "litmus/read/c_functions.h"

extern const struct c_function c_kernel_functions[];

#endif
