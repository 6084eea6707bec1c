/* Proofs on a page. */
#ifndef REPORT_PAGE_PROOF_PAGE_H
#define REPORT_PAGE_PROOF_PAGE_H

#include "report/page/page.h"
#include "verify/any_sms_proof.h"
#include "verify/liveness.h"
#include "verify/proof.h"

/* `command`: the call that makes this proof alone; or NULL. */
void page_proof(struct page *page, const char *command, const struct proof *proof);
void page_any_sms_proof(struct page *page, const char *command, const struct any_sms_proof *proof);
/* The answer for the most general client. */
void page_liveness(struct page *page, const char *command, const struct liveness_answer *answer,
                   const struct liveness_question *question);

#endif
