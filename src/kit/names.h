/* Private to src/kit: what words, lines, cores and controllers are called in a text. */
#ifndef KIT_NAMES_H
#define KIT_NAMES_H

#include "base/text.h"
#include "machine/machine.h"

/* A location of the program; under the most general client a letter for each line. */
const char *name_of_word(const struct machine *machine, unsigned line, unsigned word);
void name_add_line(struct text *text, const struct machine *machine, unsigned line);
/* "P0" */
void name_add_core(struct text *text, const struct machine *machine, unsigned core);
/* "L1.0" */
void name_add_controller(struct text *text, const struct machine *machine, unsigned controller);
/* A line, or of those behind the lines the core that it belongs to. */
void name_add_place(struct text *text, const struct machine *machine, unsigned at);

#endif
