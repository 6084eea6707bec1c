/* A session of steps in words: those that can be taken, those that were, and what they broke. */
#ifndef REPORT_STEPPER_TEXT_H
#define REPORT_STEPPER_TEXT_H

#include <stdio.h>
#include "run/stepper.h"

/* The machine, and the reductions that stay. */
void stepper_title_print(FILE *out, const struct stepper *stepper);
/* The steps that can be taken, from 1 on, a line each. */
void stepper_choices_print(FILE *out, const struct stepper *stepper);
/* The last step as in a trace, or in a line. */
void stepper_last_print(FILE *out, const struct stepper *stepper);
void stepper_last_line_print(FILE *out, const struct stepper *stepper);
/* The properties that the last step broke, the breakpoint that it met, and the program's end. */
void stepper_news_print(FILE *out, const struct stepper *stepper);
/* All steps, a line each, also those that were undone. */
void stepper_history_print(FILE *out, const struct stepper *stepper);
/* The rows that the last step fired, or that a choice would. */
void stepper_last_rows_print(FILE *out, const struct stepper *stepper);
void stepper_rows_print(FILE *out, const struct stepper *stepper, unsigned choice);
/* The known start states, 50 at most; and that of the run. */
void stepper_start_print(FILE *out, const struct stepper *stepper);
void stepper_starts_print(FILE *out, const struct stepper *stepper);
void stepper_breakpoints_print(FILE *out, const struct stepper *stepper);

#endif
