/* The audits of a proof, and what it rests on, as JSON. */
#ifndef REPORT_AUDIT_JSON_H
#define REPORT_AUDIT_JSON_H

#include "report/json.h"
#include "verify/proof.h"

void promises_json(struct json *json, const struct proof *proof);
void audits_json(struct json *json, const struct proof *proof);

#endif
