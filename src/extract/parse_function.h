/* Reading bodies of functions. */
#ifndef EXTRACT_PARSE_FUNCTION_H
#define EXTRACT_PARSE_FUNCTION_H

#include "extract/parsing.h"

/* The body of a function, from its brace on. */
bool parsing_body(struct parsing *p);

#endif
