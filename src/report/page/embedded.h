/* The style sheet and the script of pages, as the program was built with them. */
#ifndef REPORT_PAGE_EMBEDDED_H
#define REPORT_PAGE_EMBEDDED_H

#include "base/text.h"

extern const struct embedded_text embedded_page[]; /* "page.css" and "page.js" */

#endif
