/* Reading operands. */
#ifndef EXTRACT_PARSE_OPERANDS_H
#define EXTRACT_PARSE_OPERANDS_H

#include "extract/parsing.h"

/* Adds the operands up to the semicolon, which is read, to the function's pool. */
bool parsing_operands(struct parsing *p);

#endif
