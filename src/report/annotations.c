#include "report/annotations.h"

#include "base/memory.h"
#include "base/text.h"
#include "protocol/table.h"

/* Properties also escape what parts them. */
static void put_text(FILE *out, const char *text, bool in_property) {
  for (; *text; text++) {
    bool parts = in_property && (*text == ':' || *text == ',');
    if (*text == '%' || *text == '\r' || *text == '\n' || parts)
      fprintf(out, "%%%02X", (unsigned char)*text);
    else fputc(*text, out);
  }
}

static void put_property(FILE *out, const char *before, const char *name, const char *value) {
  fprintf(out, "%s%s=", before, name);
  put_text(out, value, true);
}

static void put_line(FILE *out, const struct alert *alert, const struct report_place *place,
                     const char *message) {
  char *title = memory_format("%s: %s", alert->subject, alert->rule);
  fputs(alert->known ? "::notice " : alert->inconclusive ? "::warning " : "::error ", out);
  if (place->file) put_property(out, "", "file", place->file);
  if (place->file && place->line) fprintf(out, ",line=%u", place->line);
  put_property(out, place->file ? "," : "", "title", title);
  fputs("::", out);
  if (alert->known) {
    fputs("known (", out);
    put_text(out, alert->known, false);
    fputs("): ", out);
  }
  put_text(out, message, false);
  fputc('\n', out);
  memory_free(title);
}

static void put_last_row(FILE *out, const struct alert *alert) {
  unsigned step;
  const struct row *row = counterexample_last_row(alert->run, &step);
  if (!row) return;
  struct report_place place = place_of_row(row);
  struct text message = { 0 };
  text_add(&message, "%s: step %u of %u takes the row ", alert->subject, step,
           alert->run->trace->length);
  row_cite(&message, row);
  put_line(out, alert, &place, message.bytes);
  text_free(&message);
  place_clear(&place);
}

void annotations_github(FILE *out, const struct alerts *alerts) {
  for (size_t i = 0; i < alerts->length; i++) {
    const struct alert *alert = &alerts->items[i];
    put_line(out, alert, &alert->place, alert->message);
    if (alert->run) put_last_row(out, alert);
  }
}
