/* The strongest satisfied memory models as text. */
#ifndef REPORT_STRONGEST_TEXT_H
#define REPORT_STRONGEST_TEXT_H

#include <stdio.h>
#include "verify/matrix.h"

void strongest_print(FILE *out, const struct matrix *matrix);

#endif
