/* JSON as in RFC 8259: text is UTF-8; control characters and invalid UTF-8 are escaped. */
#include "report/json.h"

#include <inttypes.h>
#include <string.h>

struct json json_on(FILE *out) {
  return (struct json){ .out = out, .first = true };
}

/* Bytes of the UTF-8 character at `at`; 0: it is none. */
static unsigned utf8_length(const unsigned char *at) {
  unsigned length = at[0] < 0x80                    ? 1
                    : at[0] >= 0xc2 && at[0] < 0xe0 ? 2
                    : (at[0] & 0xf0) == 0xe0        ? 3
                    : at[0] >= 0xf0 && at[0] < 0xf5 ? 4
                                                    : 0;
  for (unsigned i = 1; i < length; i++)
    if ((at[i] & 0xc0) != 0x80) return 0;
  return length;
}

static void put_string(FILE *out, const char *text) {
  fputc('"', out);
  for (const unsigned char *at = (const unsigned char *)text; *at;) {
    unsigned length = utf8_length(at);
    if (*at == '"' || *at == '\\') fprintf(out, "\\%c", *at);
    else if (*at == '\n') fputs("\\n", out);
    else if (*at < 0x20 || *at == 0x7f || !length) fprintf(out, "\\u%04x", *at);
    else fwrite(at, 1, length, out);
    at += length ? length : 1;
  }
  fputc('"', out);
}

static void put_key(struct json *json, const char *key) {
  if (!json->first) fputc(',', json->out);
  if (json->depth) fprintf(json->out, "\n%*s", (int)json->depth * 2, "");
  json->first = false;
  if (!key) return;
  put_string(json->out, key);
  fputs(": ", json->out);
}

void json_open(struct json *json, const char *key, char bracket) {
  put_key(json, key);
  fputc(bracket, json->out);
  json->depth++;
  json->first = true;
}

void json_close(struct json *json, char bracket) {
  json->depth--;
  if (!json->first) fprintf(json->out, "\n%*s", (int)json->depth * 2, "");
  fputc(bracket, json->out);
  if (!json->depth) fputc('\n', json->out);
  json->first = false;
}

void json_text(struct json *json, const char *key, const char *value) {
  put_key(json, key);
  if (value) put_string(json->out, value);
  else fputs("null", json->out);
}

FILE *json_print_begin(struct json *json) { return printing_begin(&json->printing); }

void json_print_end(struct json *json, const char *key) {
  json_text(json, key, printing_end(&json->printing));
  printing_free(&json->printing);
}

void json_number(struct json *json, const char *key, int64_t value) {
  put_key(json, key);
  fprintf(json->out, "%" PRId64, value);
}

void json_real(struct json *json, const char *key, double value) {
  put_key(json, key);
  fprintf(json->out, "%.6g", value);
}

void json_truth(struct json *json, const char *key, bool value) {
  put_key(json, key);
  fputs(value ? "true" : "false", json->out);
}

void json_words(struct json *json, const char *key, const char *words) {
  json_open(json, key, '[');
  for (const char *at = words; *(at += strspn(at, " ")); at += strcspn(at, " ")) {
    char word[128];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(at, " "), at);
    json_text(json, NULL, word);
  }
  json_close(json, ']');
}
