/* Private to src/kit: names of words, lines, cores and controllers in texts. */
#ifndef KIT_NAMES_H
#define KIT_NAMES_H

#include "base/text.h"
#include "machine/machine.h"

/* The program's location.  Under the most general client, a letter for each line. */
const char *name_of_word(const struct machine *machine, unsigned line, unsigned word);
/* The names of its words: "x,y" */
void name_add_line(struct text *text, const struct machine *machine, unsigned line);
/* "P0" */
void name_add_core(struct text *text, const struct machine *machine, unsigned core);
/* "L1.0" */
void name_add_controller(struct text *text, const struct machine *machine, unsigned controller);
/* The line `at`; for a number beyond the lines, the core of that extra line. */
void name_add_place(struct text *text, const struct machine *machine, unsigned at);

#endif
