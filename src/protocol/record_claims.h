/* The check of a record, continued from record.h: kinds, claims and promises. */
#ifndef PROTOCOL_RECORD_CLAIMS_H
#define PROTOCOL_RECORD_CLAIMS_H

#include "protocol/record.h"

void record_check_kinds(struct record_check *check);
void record_check_claims(struct record_check *check);
void record_check_promises(struct record_check *check);

#endif
