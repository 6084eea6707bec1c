/* The headers that a protocol may include, as the program was built with them. */
#ifndef AUTHORING_EMBEDDED_H
#define AUTHORING_EMBEDDED_H

#include "base/text.h"

/* By their names in #include lines; made from scripts/author-headers. */
extern const struct embedded_text embedded_headers[];

#endif
