#include "frames/frame_counts.h"

#include <inttypes.h>
#include "base/text.h"
#include "report/counting_report.h"

static void add_ranges(struct frame_counts *all, const struct counts *more) {
  for (unsigned i = 0; i < COMPOSITION_EVENTS; i++)
    count_range_add(&all->ranges[i], more->ranges[i], !all->ends);
  all->ends = true;
}

static void count_dealing(struct frame_counts *all, const struct setting *setting,
                          const struct dealing *dealing, const struct effort *effort) {
  struct compositor *compositor =
      compositor_new(setting, dealing, &(struct compositor_options){ .no_reduction = true });
  struct search_options limits = effort_search(effort, effort->threads, 1);
  struct counters counters = compositor_counters();
  struct counts counts = counts_find(&compositor->model, &counters, &limits);
  all->dealings++;
  all->states += counts.search.states;
  all->complete &= counts.end == SEARCH_COMPLETE;
  if (counts.ends) add_ranges(all, &counts);
  counts_clear(&counts);
  compositor_free(compositor);
}

struct frame_counts frame_count(const struct setting *setting, const struct frame *frame,
                                const struct effort *effort) {
  struct frame_counts all = { .complete = true };
  struct rules rules = composition_rules(setting);
  struct dealing dealing = dealing_first(frame, &rules);
  do count_dealing(&all, setting, &dealing, effort);
  while (all.complete && dealing_next(&dealing));
  return all;
}

void frame_counts_print(FILE *out, const struct setting *setting, const struct frame *frame,
                        const struct frame_counts *counts) {
  const struct message_kind *messages = setting->system->messages;
  fprintf(
      out, "%s: %u %s, %" PRIu64 " %s%s\n", frame->name, counts->dealings,
      text_numbered(counts->dealings, "way to deal out the draws", "ways to deal out the draws"),
      counts->states, text_numbered(counts->states, "state", "states"),
      !counts->complete ? ", INCONCLUSIVE: a limit was hit"
      : counts->ends    ? ""
                        : ", INCONCLUSIVE: no run ends");
  if (counts->ends) fputs("  message     least  greatest\n", out);
  for (unsigned i = 0; i < COMPOSITION_EVENTS && counts->ends; i++)
    if (messages[i].name) {
      fprintf(out, "  %-10s", messages[i].name);
      count_range_print(out, &counts->ranges[i]);
    }
  fputc('\n', out);
}

void frame_counts_json(struct json *json, const struct setting *setting,
                       const struct framed *framed, const struct frame_counts *counts) {
  const struct message_kind *messages = setting->system->messages;
  json_open(json, NULL, '{');
  json_text(json, "path", framed->path);
  json_text(json, "frame", framed->frame->name);
  json_truth(json, "complete", counts->complete);
  json_truth(json, "ends", counts->ends);
  json_number(json, "dealings", counts->dealings);
  json_number(json, "states", (int64_t)counts->states);
  json_open(json, "messages", '[');
  for (unsigned i = 0; i < COMPOSITION_EVENTS && counts->ends; i++) {
    if (!messages[i].name) continue;
    json_open(json, NULL, '{');
    json_text(json, "message", messages[i].name);
    count_range_json(json, &counts->ranges[i]);
    json_close(json, '}');
  }
  json_close(json, ']');
  json_close(json, '}');
}
