/* Private to src/kit: checks of the words that a step performs, writes and answers (answers.c). */
#ifndef KIT_ANSWERS_H
#define KIT_ANSWERS_H

#include "protocol/step.h"

/* Notes that the step performs a store of a word of its line. */
void answers_perform(struct step *step, unsigned word);
/* Notes that the step answers a load, or an owner's atomic, with a word of these data. */
void answers_read(struct step *step, const struct data *data, unsigned word);
/* The first such fault of a finished step, or NO_FAULT.  `other`: it ran on another data assignment
 * than the state's. */
enum fault answers_wrong(struct step *step, const struct local *before, bool other);
/* The system's value of a line, if this controller has it and its word is the newest; else NULL. */
const struct data *answers_newest_value(const struct shape *shape,
                                        const struct controller *controller,
                                        const struct local *local, unsigned line, unsigned word);

#endif
