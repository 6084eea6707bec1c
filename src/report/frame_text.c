/* Frames in words: the images reached, the runs to wrong ones, and a line for each model of what it makes of all frames. */
#include "report/frame_text.h"

#include <inttypes.h>
#include <string.h>
#include "base/memory.h"

void composition_properties_print(FILE *out, uint64_t properties) {
  const char *separator = "";
  for (unsigned p = 0; p < COMPOSITION_PROPERTIES; p++)
    if (properties >> p & 1) {
      fprintf(out, "%s%s", separator, composition_property_name(p));
      separator = " ";
    }
  if (!properties) fputs("nothing", out);
}

void frame_line_add(struct frame_line *line, const struct frame *frame, enum frame_verdict verdict,
                    const struct rendering *rendering) {
  struct text *text = &line->by_verdict[verdict];
  line->holds += verdict == FRAME_HOLDS;
  line->dealings += rendering->dealings;
  line->states += rendering->states;
  if (verdict != FRAME_HOLDS) text_add(text, "%s%s", text->length ? " " : "", frame->name);
}

static void put_line(FILE *out, const struct frame_line *line, bool quiet) {
  static const char *const heads[] = { [FRAME_VIOLATION] = "VIOLATIONS", [FRAME_KNOWN] = "known to fail, and fails",
                                       [FRAME_NEWLY_HOLDS] = "KNOWN TO FAIL, BUT HOLDS", [FRAME_ALSO] = "fails as well",
                                       [FRAME_MISSTATED] = "IMAGE NOT AS STATED", [FRAME_INCONCLUSIVE] = "INCONCLUSIVE" };
  char *name = setting_name(line->setting);
  fprintf(out, "  %-34s %3u hold", name, line->holds);
  memory_free(name);
  for (unsigned v = FRAME_VIOLATION; v <= FRAME_INCONCLUSIVE; v++)
    if (line->by_verdict[v].length && !(quiet && v == FRAME_ALSO)) fprintf(out, "; %s: %s", heads[v], line->by_verdict[v].bytes);
  if (!quiet) fprintf(out, " (%" PRIu64 " states)", line->states);
  fputc('\n', out);
}

void frame_line_print(FILE *out, struct frame_line *line, bool quiet) {
  if (out) put_line(out, line, quiet);
  for (unsigned v = 0; v <= FRAME_INCONCLUSIVE; v++) text_free(&line->by_verdict[v]);
}

static void put_image(FILE *out, const struct frame *frame, const char *head, const struct image *image) {
  struct text text = { 0 };
  image_print(&text, frame, image);
  fprintf(out, "  %s %s\n", head, text.bytes);
  text_free(&text);
}

void rendering_print(FILE *out, const struct setting *setting, const struct frame *frame, const struct rendering *rendering) {
  uint64_t claims = composition_claims(&(struct setting){ .system = setting->system });
  struct image right = image_sequential(frame);
  fprintf(out, "Frame %s\n", frame->name);
  put_image(out, frame, "sequential:", &right);
  for (size_t i = 0; i < rendering->images.length; i++) {
    bool equal = image_equal(frame, &right, &rendering->images.items[i]);
    put_image(out, frame, equal ? "shown:     " : "WRONG:     ", &rendering->images.items[i]);
  }
  fprintf(out, "%s: %u %s, %" PRIu64 " %s, %" PRIu64 " %s, depth %u%s%s\n", frame->name, rendering->dealings,
          rendering->dealings == 1 ? "way to deal out the draws" : "ways to deal out the draws", rendering->states,
          text_numbered(rendering->states, "state", "states"), rendering->transitions,
          text_numbered(rendering->transitions, "transition", "transitions"), rendering->depth,
          rendering->blocked ? ", a link was full" : "", rendering->complete ? "" : ", INCONCLUSIVE: a limit was hit");
  fprintf(out, "%s: %s: ", frame->name, rendering->complete ? "holds" : "not broken so far");
  composition_properties_print(out, claims & ~rendering->broken);
  if (rendering->broken & claims) {
    fputs("; BROKEN: ", out);
    composition_properties_print(out, rendering->broken & claims);
  }
  fputs("\n\n", out);
}

static void put_dealing(FILE *out, const struct frame *frame, const struct dealing *dealing) {
  const char *separator = "";
  for (unsigned i = 0; i < frame->command_count; i++)
    if (frame->commands[i].kind == COMMAND_DRAW) {
      fprintf(out, "%s%s on ", separator, frame->commands[i].name);
      if (dealing->gpu[i] == FRAME_NONE) fputs("all", out);
      else fprintf(out, "GPU%u", dealing->gpu[i]);
      separator = ", ";
    }
}

void frame_run_print(FILE *out, const struct setting *setting, const struct frame *frame, const struct frame_run *run) {
  const struct model *model = compositor_model(run->compositor);
  const struct trace *trace = run->trace;
  char *name = setting_name(setting);
  fprintf(out, "counterexample: %s, %s (", name, frame->name);
  memory_free(name);
  put_dealing(out, frame, &run->dealing);
  fprintf(out, "): %u %s to a state that breaks %s\n", trace->length, text_numbered(trace->length, "step", "steps"),
          model->property_name(model, trace->property));
  for (unsigned i = 0; i < trace->length; i++) {
    const slot_t *from = trace->states + (size_t)i * trace->width;
    fprintf(out, "%4u. ", i + 1);
    model->describe_step(model, out, from, trace->labels[i], from + trace->width);
    fputc('\n', out);
  }
  fputs("  end:\n", out);
  model->describe_state(model, out, trace->states + (size_t)trace->length * trace->width);
  fputc('\n', out);
}

/* --- proofs --- */

static void put_client(FILE *out, const struct frame_proof *proof) {
  char *name = setting_name(&proof->setting);
  fprintf(out, "%s, one group of %u draws on %u GPUs: ", name, proof->draws, proof->gpus);
  memory_free(name);
}

static void put_proved(FILE *out, const struct frame_proof *proof, unsigned i) {
  const struct rendering *made = &proof->rendering[i];
  fprintf(out, "  %-13s %u %s to deal out the draws", frame_proof_title(i), made->stand_for,
          text_numbered(made->stand_for, "way", "ways"));
  if (made->stand_for > made->dealings) fprintf(out, ", for which %u stand", made->dealings);
  fprintf(out, "; %" PRIu64 " %s, %" PRIu64 " %s, depth %u%s\n", made->states, text_numbered(made->states, "state", "states"),
          made->transitions, text_numbered(made->transitions, "transition", "transitions"), made->depth,
          made->blocked ? "; a link was full" : "");
}

void frame_proof_print(FILE *out, const struct frame_proof *proof, bool quiet) {
  unsigned claims = composition_claims(&(struct setting){ .system = proof->setting.system });
  if (proof->run.trace && !quiet) frame_run_print(out, &proof->setting, proof->frame[proof->at], &proof->run);
  put_client(out, proof);
  fputs(proof->broken ? "a violation\n" : proof->complete ? "proved\n" : "inconclusive: a limit was hit\n", out);
  for (unsigned i = 0; i < PROOF_FRAMES; i++) put_proved(out, proof, i);
  if (proof->broken) {
    fputs("  broken        ", out);
    composition_properties_print(out, proof->broken);
    fputc('\n', out);
  }
  fputs("  not asked     what one group leaves to the next: that, frames ask (run litmus/frames)\n", out);
  fprintf(out, "  %-13s ", proof->broken || !proof->complete ? "unbroken yet" : "holds");
  composition_properties_print(out, claims & ~proof->broken);
  fputc('\n', out);
}
