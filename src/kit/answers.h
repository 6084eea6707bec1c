/* Private to src/kit: checks of what a step performs, writes and answers (answers.c). */
#ifndef KIT_ANSWERS_H
#define KIT_ANSWERS_H

#include "machine/machine_private.h"

/* The step performs a store of a word of its line. */
void answers_perform(struct step *step, unsigned word);
/* The step answers a load, or an owner an atomic, with a word of these data. */
void answers_read(struct step *step, const struct data *data, unsigned word);
/* The first thing that is wrong with what a finished step performed, wrote and answered.  `other`:
 * the step is run on other data than those of the state. */
enum fault answers_wrong(struct step *step, const struct local *before, bool other);
/* The system's value of a line, if it is at this controller and its word is the newest; or NULL. */
const struct data *answers_newest_value(const struct machine *machine,
                                        const struct controller *controller,
                                        const struct local *local, unsigned line, unsigned word);

#endif
