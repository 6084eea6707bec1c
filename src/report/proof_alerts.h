/* Alerts of a proof. */
#ifndef REPORT_PROOF_ALERTS_H
#define REPORT_PROOF_ALERTS_H

#include "report/alerts.h"
#include "verify/any_sms_proof.h"
#include "verify/proof.h"

/* Adds an alert for each property that is broken, or lost as the variant's record says, and each
 * other reason to fail.  The run belongs to the alert of its property. */
void proof_alerts(struct alerts *alerts, const struct proof *proof);
void any_sms_alerts(struct alerts *alerts, const struct any_sms_proof *proof);

#endif
