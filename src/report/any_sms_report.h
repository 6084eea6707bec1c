/* Prints a proof for any number of SMs: text, JSON, JUnit. */
#ifndef REPORT_ANY_SMS_REPORT_H
#define REPORT_ANY_SMS_REPORT_H

#include <stdio.h>
#include "verify/any_sms_proof.h"

void any_sms_print(FILE *out, const struct any_sms_proof *proof, bool quiet);
void any_sms_json(FILE *out, const struct any_sms_proof *proof);
void any_sms_junit(FILE *out, const struct any_sms_proof *proof, bool quiet);

/* Why views were complete, or not: "complete", "out of time (--time)" ... */
const char *any_sms_end_text(enum any_sms_end end);
/* "proved", "undecided" or "violation". */
const char *any_sms_verdict_name(const struct any_sms_proof *proof);

#endif
