/* JSON that several kinds of results share. */
#ifndef REPORT_JSON_PARTS_H
#define REPORT_JSON_PARTS_H

#include "machine/machine.h"
#include "report/json.h"
#include "run/cost.h"

/* Opens the object of a command's results: "command", "version", "turnsole". */
struct json json_begin(FILE *out, const char *command);
void cost_json(struct json *json, const struct cost *cost); /* "took"; nothing if NULL */
/* Closes it with "took" and "status". */
void json_end(struct json *json, const struct cost *cost, int status);
void json_parameters(struct json *json, const struct setting *setting);
void json_setting_name(struct json *json, const char *key, const struct setting *setting);
void json_setting(struct json *json, const struct setting *setting); /* model, core, parameters */
void json_client(struct json *json, const struct client *client);
void json_properties(struct json *json, const char *key, const struct system *system,
                     uint64_t properties);

#endif
