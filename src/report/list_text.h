/* Models for `list`, a line each with their variants and parameters. */
#ifndef REPORT_LIST_TEXT_H
#define REPORT_LIST_TEXT_H

#include <stdio.h>
#include "protocol/system.h"

void system_list_print(FILE *out, const struct system *system);
/* A system with its variants, or one variant; its parameters. */
void setting_list_print(FILE *out, const struct setting *setting);

#endif
