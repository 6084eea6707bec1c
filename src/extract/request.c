/* Reads the words of --thread, --param, --init and of the sizes of a launch. */
#include "extract/request.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"

/* ---- parts of words ---- */

static bool read_number(const char **at, unsigned *number) {
  if (!isdigit((unsigned char)**at)) return false;
  char *end;
  unsigned long value = strtoul(*at, &end, 10);
  *number = (unsigned)value;
  *at = end;
  return value <= INT32_MAX;
}

/* "5", "5.1", "5x1x1" or "(5,1,0)"; what is not there stays. */
static bool read_three(const char **at, unsigned three[3]) {
  bool braced = **at == '(';
  if (braced) ++*at;
  for (unsigned i = 0; i < 3; i++) {
    if (!read_number(at, &three[i])) return false;
    bool more = braced ? **at == ',' : **at == '.' || **at == 'x';
    if (!more) break;
    ++*at;
  }
  if (!braced) return true;
  return *(*at)++ == ')';
}

static bool is_name(const char *text, size_t length) {
  if (length == 0 || !(isalpha((unsigned char)*text) || *text == '_')) return false;
  for (size_t i = 0; i < length; i++)
    if (!isalnum((unsigned char)text[i]) && text[i] != '_') return false;
  return true;
}

static size_t name_length(const char *text) {
  size_t length = 0;
  while (isalnum((unsigned char)text[length]) || text[length] == '_') length++;
  return length;
}

/* ---- threads ---- */

static const char *skip_prefix(const char *text, const char *prefix) {
  return text_starts(text, prefix) ? text + strlen(prefix) : NULL;
}

/* ",cta=1", ",tid=(1,0,0)", ",cluster=0", ",gpu=1" */
static bool read_place(const char **at, struct asked_thread *thread) {
  const char *rest;
  if ((rest = skip_prefix(*at, ",cta="))) *at = rest;
  else if ((rest = skip_prefix(*at, ",tid="))) {
    *at = rest;
    return read_three(at, thread->tid);
  } else if ((rest = skip_prefix(*at, ",cluster="))) {
    *at = rest;
    thread->has_cluster = true;
    return read_number(at, &thread->cluster);
  } else if ((rest = skip_prefix(*at, ",gpu="))) {
    *at = rest;
    return read_number(at, &thread->gpu);
  } else return false;
  return read_three(at, thread->cta);
}

static bool read_thread(const char *at, struct asked_thread *thread) {
  if (*at++ != 'P' || !read_number(&at, &thread->id) || *at++ != '=') return false;
  size_t length = strcspn(at, ",");
  if (length == 0) return false;
  thread->kernel = memory_copy_text(at, length);
  at += length;
  while (*at)
    if (!read_place(&at, thread)) return false;
  return true;
}

bool request_thread(struct asked_test *request, const char *word, struct diagnostic *error) {
  struct asked_thread thread = { 0 };
  bool good = read_thread(word, &thread);
  vector_push(request->threads, thread);
  if (!good)
    return diagnostic_plain(error,
                            "--thread %s: expected P0=KERNEL, and then ,cta=N ,tid=N ,cluster=N "
                            ",gpu=N, as in --thread 'P1=kernel,cta=1,tid=(0,0,0)'",
                            word);
  for (size_t i = 0; i + 1 < request->threads.length; i++)
    if (request->threads.items[i].id == thread.id)
      return diagnostic_plain(error, "--thread %s: there is a thread P%u already", word, thread.id);
  return true;
}

/* ---- parameters ---- */

/* "x", "x+4", "x[4]" or a number. */
static bool read_target(const char *at, struct asked_parameter *parameter) {
  size_t length = name_length(at);
  char *end;
  if (!is_name(at, length)) {
    parameter->number = (int64_t)strtoll(at, &end, 0);
    if (end != at && *end && *at != '-') parameter->number = (int64_t)strtoull(at, &end, 0);
    return end != at && !*end;
  }
  parameter->location = memory_copy_text(at, length);
  at += length;
  if (*at == '[') {
    parameter->elements = strtoull(at + 1, &end, 10);
    if (end == at + 1 || *end != ']' || parameter->elements == 0) return false;
    at = end + 1;
  }
  if (*at == '+' || *at == '-') {
    parameter->number = strtoll(at, &end, 0);
    at = end;
  }
  return !*at;
}

/* "kernel.0", "kernel.1+8", or "name_of_the_parameter", which no kernel stands before. */
static bool read_subject(const char *word, size_t length, struct asked_parameter *parameter) {
  const char *dot = memchr(word, '.', length), *plus = memchr(word, '+', length);
  size_t end = plus ? (size_t)(plus - word) : length;
  if (plus) parameter->offset = strtoull(plus + 1, NULL, 10);
  if (dot && dot > plus && plus) return false;
  const char *name = dot ? dot + 1 : word;
  if (dot) parameter->kernel = memory_copy_text(word, (size_t)(dot - word));
  parameter->parameter = memory_copy_text(name, end - (size_t)(name - word));
  return *parameter->parameter && (!dot || dot > word);
}

bool request_parameter(struct asked_test *request, const char *word, struct diagnostic *error) {
  struct asked_parameter parameter = { .text = memory_copy_text(word, strlen(word)) };
  const char *equals = strchr(word, '=');
  bool good = equals && read_subject(word, (size_t)(equals - word), &parameter) &&
              read_target(equals + 1, &parameter);
  vector_push(request->parameters, parameter);
  return good ||
         diagnostic_plain(error,
                          "--param %s: expected KERNEL.N=VALUE, where N counts parameters "
                          "from 0 or is a parameter's name, and VALUE is a location (x, x+4, "
                          "x[4]) or a number",
                          word);
}

/* ---- initial values, sizes ---- */

bool request_value(struct asked_test *request, const char *word, struct diagnostic *error) {
  struct asked_value value = { NULL, 0 };
  const char *equals = strchr(word, '=');
  char *end = NULL;
  if (equals && equals > word && equals[1]) {
    value.location = memory_copy_text(word, (size_t)(equals - word));
    value.number = strtoll(equals + 1, &end, 0);
    vector_push(request->values, value);
  }
  return (end && !*end) ||
         diagnostic_plain(error, "--init %s: expected LOCATION=NUMBER, such as x=1 or x+4=1", word);
}

bool request_sizes(unsigned sizes[3], const char *word, const char *option,
                   struct diagnostic *error) {
  const char *at = word;
  for (unsigned i = 0; i < 3; i++) sizes[i] = 1;
  if (read_three(&at, sizes) && !*at && sizes[0] && sizes[1] && sizes[2]) return true;
  return diagnostic_plain(
      error, "%s %s: expected one to three numbers from 1 on, such as 64 or 8x4x1", option, word);
}

void request_clear(struct asked_test *request) {
  for (size_t i = 0; i < request->threads.length; i++)
    memory_free(request->threads.items[i].kernel);
  for (size_t i = 0; i < request->parameters.length; i++) {
    struct asked_parameter *parameter = &request->parameters.items[i];
    memory_free(parameter->text);
    memory_free(parameter->kernel);
    memory_free(parameter->parameter);
    memory_free(parameter->location);
  }
  for (size_t i = 0; i < request->values.length; i++)
    memory_free(request->values.items[i].location);
  vector_free(request->threads);
  vector_free(request->parameters);
  vector_free(request->values);
}
