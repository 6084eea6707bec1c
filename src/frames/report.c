#include "frames/report.h"

#include <inttypes.h>
#include <string.h>
#include "base/memory.h"
#include "base/printing.h"
#include "base/wrap.h"
#include "mutation/survivors.h"
#include "report/mutation_report.h"
#include "report/steps.h"

void composition_properties_print(FILE *out, uint64_t properties) {
  const char *separator = "";
  for (unsigned p = 0; p < COMPOSITION_PROPERTIES; p++)
    if (properties >> p & 1) {
      fprintf(out, "%s%s", separator, composition_property_name(p));
      separator = " ";
    }
  if (!properties) fputs("nothing", out);
}

static void put_names(FILE *out, const char *head, const struct frame_results *results, size_t from,
                      enum frame_verdict verdict) {
  for (size_t i = from; i < results->length; i++)
    if (results->items[i].verdict == verdict) {
      fprintf(out, "%s%s", head, results->items[i].frame->name);
      head = " ";
    }
}

void frame_results_print(FILE *out, const struct setting *setting,
                         const struct frame_results *results, size_t from, bool quiet) {
  static const char *const heads[] = { [FRAME_VIOLATION] = "; VIOLATIONS: ",
                                       [FRAME_KNOWN] = "; known to fail, and fails: ",
                                       [FRAME_NEWLY_HOLDS] = "; KNOWN TO FAIL, BUT HOLDS: ",
                                       [FRAME_ALSO] = "; fails as well: ",
                                       [FRAME_MISSTATED] = "; IMAGE NOT AS STATED: ",
                                       [FRAME_INCONCLUSIVE] = "; INCONCLUSIVE: " };
  char *name = setting_name(setting);
  unsigned holds = 0;
  uint64_t states = 0;
  for (size_t i = from; i < results->length; i++) {
    holds += results->items[i].verdict == FRAME_HOLDS;
    states += results->items[i].made.states;
  }
  fprintf(out, "  %-34s %3u hold", name, holds);
  memory_free(name);
  for (unsigned v = FRAME_VIOLATION; v <= FRAME_INCONCLUSIVE; v++)
    if (!(quiet && v == FRAME_ALSO)) put_names(out, heads[v], results, from, v);
  if (!quiet) fprintf(out, " (%" PRIu64 " states)", states);
  fputc('\n', out);
}

void frame_totals_print(FILE *out, unsigned count, unsigned bad, unsigned left_out,
                        unsigned gpus_most) {
  fprintf(out, "\n%u %s of frames: %u %s what is claimed or known\n", count,
          text_numbered(count, "rendering", "renderings"), bad,
          text_numbered(bad, "is not", "are not"));
  if (left_out)
    fprintf(out,
            "%u left out: variants that are expected to fail, on more than %u GPUs; a frame that "
            "is given by name is not\n",
            left_out, gpus_most);
}

static void put_image(FILE *out, const struct frame *frame, const char *head,
                      const struct image *image) {
  struct text text = { 0 };
  image_print(&text, frame, image);
  fprintf(out, "  %s %s\n", head, text.bytes);
  text_free(&text);
}

void frame_suite_print(FILE *out, const struct frame_suite *suite) {
  for (unsigned i = 0; i < suite->count; i++) {
    const struct framed *framed = &suite->items[i];
    const struct frame *frame = framed->frame;
    if (frame)
      fprintf(out, "%-32s %s\n", frame->name, frame->remark ? frame->remark : framed->path);
  }
}

/* Nothing holds of a frame that states an image which is not its own. */
void rendering_print(FILE *out, const struct setting *setting, const struct framed *framed,
                     const struct rendering *rendering) {
  const struct frame *frame = framed->frame;
  uint64_t claims = composition_invariants(setting);
  struct image right = image_sequential(frame);
  fprintf(out, "Frame %s\n", frame->name);
  put_image(out, frame, "sequential:", &right);
  for (size_t i = 0; i < rendering->images.length; i++) {
    bool equal = image_equal(frame, &right, &rendering->images.items[i]);
    put_image(out, frame, equal ? "shown:     " : "WRONG:     ", &rendering->images.items[i]);
  }
  fprintf(out, "%s: %u %s, %" PRIu64 " %s, %" PRIu64 " %s, depth %u%s%s\n", frame->name,
          rendering->dealings,
          rendering->dealings == 1 ? "way to deal out the draws" : "ways to deal out the draws",
          rendering->states, text_numbered(rendering->states, "state", "states"),
          rendering->transitions,
          text_numbered(rendering->transitions, "transition", "transitions"), rendering->depth,
          rendering->blocked ? ", a link was full" : "",
          rendering->complete ? "" : ", INCONCLUSIVE: a limit was hit");
  if (framed->misstated) fprintf(out, "%s: IMAGE NOT AS STATED\n", frame->name);
  fprintf(out, "%s: %s: ", frame->name,
          !rendering->complete ? "not broken so far"
          : framed->misstated  ? "not broken"
                               : "holds");
  composition_properties_print(out, claims & ~rendering->broken);
  if (rendering->broken & claims) {
    fputs("; BROKEN: ", out);
    composition_properties_print(out, rendering->broken & claims);
  }
  fputs("\n\n", out);
}

void dealing_print(FILE *out, const struct dealing *dealing) {
  const struct frame *frame = dealing->frame;
  const char *separator = "";
  for (unsigned i = 0; i < frame->command_count; i++)
    if (frame->commands[i].kind == COMMAND_DRAW) {
      fprintf(out, "%s%s on ", separator, frame->commands[i].name);
      if (dealing->gpu[i] == FRAME_NONE) fputs("all", out);
      else fprintf(out, "GPU%u", dealing->gpu[i]);
      separator = ", ";
    }
}

/* "chopin-compose, walls (a on GPU0, b on GPU1)" */
static void put_subject(FILE *out, const struct setting *setting, const struct frame *frame,
                        const struct frame_run *run) {
  char *name = setting_name(setting);
  fprintf(out, "%s, %s (", name, frame->name);
  memory_free(name);
  dealing_print(out, &run->dealing);
  fputc(')', out);
}

/* What the run leads to. */
static void put_end(FILE *out, const struct frame_run *run) {
  const struct trace *trace = run->trace;
  if (trace->property == COMPOSES_WITNESS) fputs("the images asked for", out);
  else
    fprintf(out, "a state that breaks %s",
            run->compositor->model.property_name(&run->compositor->model, trace->property));
}

void frame_run_title_print(FILE *out, const struct setting *setting, const struct frame *frame,
                           const struct frame_run *run) {
  put_subject(out, setting, frame, run);
  fputs(": ", out);
  put_end(out, run);
}

static void put_title(FILE *out, const struct setting *setting, const struct frame *frame,
                      const struct frame_run *run) {
  const struct trace *trace = run->trace;
  bool is_witness = trace->property == COMPOSES_WITNESS;
  fprintf(out, "%s: ", is_witness ? "witness" : "counterexample");
  put_subject(out, setting, frame, run);
  fprintf(out, ":\n  %u %s to ", trace->length, text_numbered(trace->length, "step", "steps"));
  put_end(out, run);
  fputc('\n', out);
}

void frame_run_print(FILE *out, const struct setting *setting, const struct frame *frame,
                     const struct frame_run *run) {
  struct printing printing;
  put_title(printing_begin(&printing), setting, frame, run);
  wrap_print(out, wrap_width(out), "", printing_end(&printing));
  printing_free(&printing);
  steps_print(out, &run->compositor->model, run->trace);
  fputc('\n', out);
}

/* --- proofs --- */

static void put_part(FILE *out, const struct frame_part *part) {
  fprintf(out, "%s",
          part->begin     ? "two groups in a row"
          : part->end > 2 ? "one group, and two in a row"
                          : "one group");
  for (unsigned i = 0; i < part->size_count; i++)
    fprintf(out, "%s%u GPUs with %u %s a group", i ? ", and " : ": ", part->sizes[i].gpus,
            part->sizes[i].draws, text_numbered(part->sizes[i].draws, "draw", "draws"));
  fputs("; links of ", out);
  for (unsigned i = 0; i < part->link_count; i++)
    fprintf(out, "%s%u", i ? " and of " : "", part->links[i]);
  fprintf(out, " %s\n", part->link_count == 1 && part->links[0] == 1 ? "packet" : "packets");
}

static void put_proved(FILE *out, const struct rendering *made, unsigned sequence) {
  if (!made->dealings) return;
  fprintf(out, "    %-28s %u %s to deal out the draws", frame_sequence_title(sequence),
          made->stand_for, text_numbered(made->stand_for, "way", "ways"));
  if (made->stand_for > made->dealings) fprintf(out, ", for which %u stand", made->dealings);
  fprintf(out, "; %" PRIu64 " %s, %" PRIu64 " %s, depth %u%s\n", made->states,
          text_numbered(made->states, "state", "states"), made->transitions,
          text_numbered(made->transitions, "transition", "transitions"), made->depth,
          made->blocked ? "; a link was full" : "");
}

static const char *verdict_text(const struct frame_proof *proof) {
  switch (frame_proof_verdict(proof)) {
  case FRAME_PROOF_VIOLATION: return "VIOLATION";
  case FRAME_PROOF_KNOWN: return "a violation, as the record of the variant says";
  case FRAME_PROOF_INCONCLUSIVE: return "inconclusive: a limit was hit";
  case FRAME_PROOF_MISSING: return "NOT BROKEN, though the record of the variant says so";
  default: break;
  }
  if (!setting_losses(&proof->setting)) return "proved";
  return setting_is_as_recorded(&proof->setting)
             ? "proved; the violation that the record of the variant speaks of needs more GPUs, "
               "draws or groups"
             : "proved; the violation that the record of the variant speaks of is one of its own "
               "parameters";
}

void frame_proof_print(FILE *out, const struct frame_proof *proof, bool quiet) {
  unsigned claims = composition_invariants(&proof->setting);
  if (proof->run.trace && !quiet) frame_run_print(out, &proof->setting, proof->frame, &proof->run);
  char *name = setting_name(&proof->setting);
  fprintf(out, "%s, the most general client: %s\n", name, verdict_text(proof));
  memory_free(name);
  if (setting_losses(&proof->setting)) {
    fputs("  record        loses ", out);
    composition_properties_print(out, setting_losses(&proof->setting));
    fputc('\n', out);
  }
  for (unsigned p = 0; p < proof->part_count; p++) {
    fputs(proof->made[p][proof->parts[p].begin].dealings ? "  asked         " : "  not come to   ",
          out);
    put_part(out, &proof->parts[p]);
    for (unsigned i = proof->parts[p].begin; i < proof->parts[p].end; i++)
      put_proved(out, &proof->made[p][i], i);
  }
  if (proof->broken) {
    fputs("  broken        ", out);
    composition_properties_print(out, proof->broken);
    fputc('\n', out);
  }
  fputs("  not asked     three groups in a row; draws that leave pixels out: frames ask that (run "
        "litmus/frames)\n",
        out);
  fprintf(out, "  %-13s ", proof->broken || !proof->complete ? "unbroken yet" : "holds");
  composition_properties_print(out, claims & ~proof->broken);
  fputc('\n', out);
}

/* --- mutants --- */

static void put_mutant(FILE *out, const struct frame_mutant *fate) {
  fprintf(out, "  %s  %s: ",
          fate->killer   ? "killed"
          : fate->reason ? "survived"
                         : "SURVIVED",
          fate->text);
  if (fate->killer) {
    composition_properties_print(out, fate->broken);
    fprintf(out, " on %s\n", fate->killer->name);
    return;
  }
  fprintf(out, "%s\n",
          fate->reason ? fate->reason
          : fate->open ? "a limit was hit"
                       : "nothing breaks, and no reason is written down");
}

void frame_mutation_print(FILE *out, const struct system *system,
                          const struct frame_mutation *mutation, bool quiet) {
  for (unsigned i = 0; i < mutation->count; i++)
    if (!mutation->items[i].killer || !quiet) put_mutant(out, &mutation->items[i]);
  stale_reasons_print(out, &mutation->reasons);
  unsigned left = mutation->count - mutation->killed, stale = survivors_stale(&mutation->reasons);
  fprintf(out, "%s: %u mutants: %u killed by frames; %u survive, %u of them without a reason",
          system->name, mutation->count, mutation->killed, left, left - mutation->explained);
  if (stale) fprintf(out, "; %u stale %s", stale, text_numbered(stale, "reason", "reasons"));
  fputc('\n', out);
}
