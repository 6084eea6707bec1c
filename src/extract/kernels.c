/* Kernels and parameters by name. */
#include "extract/kernels.h"

#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "extract/demangle.h"

enum match { NO_MATCH, IN_PART, AS_LAST, AS_NAME, AS_SYMBOL };

static enum match match_of(const struct function *kernel, const char *name) {
  if (text_equal(kernel->name, name)) return AS_SYMBOL;
  char *whole = demangled(kernel->name), *last = demangled_last(kernel->name);
  enum match match = text_equal(whole, name)      ? AS_NAME
                     : text_equal(last, name)     ? AS_LAST
                     : strstr(kernel->name, name) ? IN_PART
                                                  : NO_MATCH;
  memory_free(whole);
  memory_free(last);
  return match;
}

static bool fail(const struct module *module, const char *name, const char *what, enum match least,
                 struct diagnostic *error) {
  struct text list = { 0 };
  for (size_t i = 0; i < module->functions.length; i++) {
    const struct function *each = &module->functions.items[i];
    if (!each->is_entry || !each->has_body || (least && match_of(each, name) != least)) continue;
    text_add(&list, "%s%s", list.length ? ", " : "", each->name);
  }
  diagnostic_of_file(error, "%s: \"%s\" %s: %s", module->source.name, name, what,
                     list.length ? list.bytes : "none");
  text_free(&list);
  return false;
}

const struct function *kernels_find(const struct module *module, const char *name,
                                    struct diagnostic *error) {
  enum match best = NO_MATCH;
  const struct function *found = NULL;
  unsigned count = 0;
  for (size_t i = 0; i < module->functions.length; i++) {
    const struct function *each = &module->functions.items[i];
    if (!each->is_entry || !each->has_body) continue;
    enum match match = match_of(each, name);
    if (match < best || !match) continue;
    count = match > best ? 1 : count + 1;
    best = match;
    found = each;
  }
  if (count == 1) return found;
  if (count) fail(module, name, "is the name of several kernels; say which", best, error);
  else fail(module, name, "is no kernel (.entry) of this file; expected one of", NO_MATCH, error);
  return NULL;
}

/* ---- parameters ---- */

static int number_of(const struct extraction *x, const struct function *kernel, const char *text) {
  char *end;
  unsigned long number = strtoul(text, &end, 10);
  if (end != text && !*end) return number < kernel->parameters.length ? (int)number : -1;
  for (size_t i = 0; i < kernel->parameters.length; i++)
    if (text_equal(x->module->variables.items[kernel->parameters.items[i]].name, text))
      return (int)i;
  return -1;
}

/* The kernel that has a parameter of that name. */
static const struct function *kernel_with(const struct extraction *x, const char *parameter) {
  for (size_t i = 0; i < x->module->functions.length; i++) {
    const struct function *each = &x->module->functions.items[i];
    for (size_t k = 0; each->is_entry && k < each->parameters.length; k++)
      if (text_equal(x->module->variables.items[each->parameters.items[k]].name, parameter))
        return each;
  }
  return NULL;
}

static bool bind(struct extraction *x, struct asked_parameter *asked) {
  const struct function *kernel = asked->kernel ? kernels_find(x->module, asked->kernel, x->error)
                                                : kernel_with(x, asked->parameter);
  if (!kernel)
    return diagnostic_plain(x->error, "--param %s: no kernel has a parameter with that name",
                            asked->text);
  int number = number_of(x, kernel, asked->parameter);
  if (number < 0)
    return diagnostic_plain(x->error,
                            "--param %s: %s has no such parameter; expected a number below %zu, or "
                            "a name such as %s_param_0",
                            asked->text, kernel->name, kernel->parameters.length, kernel->name);
  struct bound_parameter bound = { .kernel = kernel, .offset = asked->offset, .asked = asked };
  bound.variable = kernel->parameters.items[number];
  if (asked->location) bound.object = objects_of_location(&x->objects, x->module, asked->location);
  vector_push(x->parameters, bound);
  return true;
}

bool kernels_bind(struct extraction *extraction) {
  for (size_t i = 0; i < extraction->request->parameters.length; i++)
    if (!bind(extraction, &extraction->request->parameters.items[i])) return false;
  return true;
}
