/* See findings.h. */
#include "base/findings.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void findings_add(struct findings *findings, const char *file, unsigned line, const char *format,
                  ...) {
  va_list arguments;
  char *message = NULL;
  va_start(arguments, format);
  int length = vasprintf(&message, format, arguments);
  va_end(arguments);
  if (!findings->count++) findings->of_file = file != NULL;
  else text_add(&findings->text, "\n");
  if (file) text_add(&findings->text, "%s:%u: ", file, line);
  text_add(&findings->text, "%s", length < 0 ? "(no memory for the message)" : message);
  if (length >= 0) free(message);
}

bool findings_told(struct findings *findings, struct diagnostic *error) {
  if (!findings->count) return true;
  if (error->message) text_free(&findings->text);
  else *error = (struct diagnostic){ findings->text.bytes, findings->of_file };
  *findings = (struct findings){ { 0 } };
  return false;
}
