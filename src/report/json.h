/* A writer of JSON, and the parts that several kinds of results share. */
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "base/printing.h"
#include "machine/machine.h"
#include "run/effort.h"

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

/* --- shared parts --- */

/* Opens the object of a command's results: "command", "version", "turnsole". */
struct json json_begin(FILE *out, const char *command);
void cost_json(struct json *json, const struct cost *cost); /* "took"; nothing if NULL */
/* Closes it with "took" and "status". */
void json_end(struct json *json, const struct cost *cost, int status);
void json_parameters(struct json *json, const struct setting *setting);
/* "file", "line", "source" of a row. */
void json_row(struct json *json, const char *key, const struct row *row);
void json_setting_name(struct json *json, const char *key, const struct setting *setting);
void json_setting(struct json *json, const struct setting *setting); /* model, core, parameters */
void json_client(struct json *json, const struct client *client);
/* A promise that a verdict rests on; `context`: a struct json.  A visitor of assumptions_each. */
void json_promise(void *context, const char *name, const char *about, const char *without);
void json_properties(struct json *json, const char *key, const struct system *system,
                     uint64_t properties);

#endif
