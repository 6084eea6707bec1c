/* The clients of each model that results/proofs.tsv proves with the default options. */
#ifndef REPORT_PROVED_CLIENTS_H
#define REPORT_PROVED_CLIENTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "report/json.h"
#include "run/subject.h"

struct proved_client {
  unsigned sms, threads, addresses, values;
  uint64_t states;
  bool same;    /* it is the client asked, with the same options */
  bool smaller; /* none of its numbers is larger than the client's asked, and some is smaller */
};

/* Finds the client asked, else the client with most states.  False where results/proofs.tsv has
 * none: a model from outside, a variant, other parameters than the record's, GPUs of modules. */
bool proved_client_find(const struct subject *asked, struct proved_client *found);

/* Prints a line about it; prints nothing where none is found. */
void proved_client_print(FILE *out, const struct subject *asked);
/* Writes `largest_proved`; nothing where none is found. */
void proved_client_json(struct json *json, const struct subject *asked);

#endif
