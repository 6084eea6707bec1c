/* The printer of PTX. */
#ifndef LITMUS_PTX_PRINTER_H
#define LITMUS_PTX_PRINTER_H

#include "litmus/printer.h"

extern const struct code_printer ptx_printer;

#endif
