/* A writer of JSON. */
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "base/printing.h"

struct json {
  FILE *out;
  unsigned depth;
  bool first;
  struct printing printing; /* of json_print_begin */
};

struct json json_on(FILE *out);
/* `key` is NULL inside a list. */
void json_open(struct json *json, const char *key, char bracket);      /* '{' or '[' */
void json_close(struct json *json, char bracket);                      /* '}' or ']' */
void json_text(struct json *json, const char *key, const char *value); /* NULL: null */
/* A text that is printed to the stream which begin returns. */
FILE *json_print_begin(struct json *json);
void json_print_end(struct json *json, const char *key);
void json_number(struct json *json, const char *key, int64_t value);
void json_real(struct json *json, const char *key, double value); /* with six digits */
void json_truth(struct json *json, const char *key, bool value);
/* A list of the words of a space-separated list. */
void json_words(struct json *json, const char *key, const char *words);

#endif
