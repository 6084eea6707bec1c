#include "report/audit_text.h"

#include <inttypes.h>
#include "base/text.h"
#include "machine/assumptions.h"
#include "report/cell_text.h"
#include "report/colour.h"
#include "report/names.h"
#include "report/proof_text.h"
#include "report/subject_text.h"
#include "verify/audit.h"
#include "verify/exercise.h"

/* --- one audit --- */

static void print_search(FILE *out, const struct audit_search *search) {
  bool whole = search->end == SEARCH_COMPLETE;
  fprintf(out, "\n      %s %" PRIu64 " %s of ", whole ? "all" : "the first", search->states,
          text_numbered(search->states, "state", "states"));
  client_print(out, &search->client);
  if (!whole && search->end != SEARCH_VIOLATION && search->end != SEARCH_OUT_OF_STATES)
    fprintf(out, " (%s)", limit_text(search->end));
}

static void print_finding(FILE *out, const struct proof *proof, const struct audit *audit) {
  const struct system *system = proof->subject.setting.system;
  if (audit->broken) {
    fputs(": ", out);
    colour_put(out, BAD, "BROKEN ");
    properties_print(out, system, audit->broken);
  } else if (audit->count && audit->found < audit->due) {
    fprintf(out, ": progress is %s, and the record claims that it is %s",
            audit->found == PROGRESS_NONE ? "not possible" : progress_level_name(audit->found),
            progress_level_name(audit->due));
  }
}

static void print_programs(FILE *out, const struct proof *proof, const struct audit *audit) {
  fprintf(out, "\n      %u programs of two threads, %u of them in part", audit->programs,
          audit->bounded);
  if (audit->unjudged) fprintf(out, ", %u not judged", audit->unjudged);
  if (!audit->violations) return;
  fputs(": ", out);
  colour_put(out, BAD, "BROKEN");
  fprintf(out, " in %u; first: ", audit->violations);
  cell_fault_print(out, proof->audits.matrix, proof->audits.forbidden); /* ends the line */
}

static const char *why_none(const struct audit *audit) {
  return audit->why_not ? audit->why_not : audit->cut;
}

static void print_audit(FILE *out, const struct proof *proof, enum audit_kind kind) {
  const struct audit *audit = &proof->audits.items[kind];
  const char *none = audit->count || audit->programs ? NULL : why_none(audit);
  if (!audit->count && !audit->programs && !none) return; /* an earlier audit ended them */
  fprintf(out, "    %s:", audit_name(kind));
  if (none) fprintf(out, " none, as %s", none);
  for (unsigned i = 0; i < audit->count; i++) print_search(out, &audit->searches[i]);
  if (audit->programs) print_programs(out, proof, audit);
  if (audit->cut && !none) fprintf(out, "\n      not every client, as %s", audit->cut);
  print_finding(out, proof, audit);
  if (!audit->violations) fputc('\n', out);
}

/* --- what was not exercised --- */

struct unfired {
  FILE *out;
  unsigned count;
};
enum { ROWS_SHOWN = 8 };

static void print_row(void *context, const struct controller_kind *kind, const struct row *row) {
  struct unfired *unfired = context;
  if (unfired->count++ < ROWS_SHOWN)
    fprintf(unfired->out, "%s%s \"%s\" (line %u)", unfired->count > 1 ? ", " : "  never fired   ",
            kind->name, row->source, row->line);
}

static void print_unexercised(FILE *out, const struct proof *proof) {
  struct unfired unfired = { .out = out };
  if (!proof->exercised) {
    fputs("  never fired   not told: the search was resumed\n", out);
    return;
  }
  exercise_unfired(&proof->exercise, proof->subject.setting.system, print_row, &unfired);
  if (unfired.count > ROWS_SHOWN) fprintf(out, ", and %u more", unfired.count - ROWS_SHOWN);
  if (unfired.count) fputc('\n', out);
  for (unsigned i = 0; i < PROPERTIES; i++) {
    const char *why =
        proof->claimed >> i & 1 ? exercise_vacuous(&proof->exercise, (enum property)i) : NULL;
    if (why)
      fprintf(out, "  says nothing  %s: %s\n", proof_property_title(proof, (enum property)i), why);
  }
}

static void print_summary(FILE *out, const struct audits *audits) {
  unsigned searches = 0, whole = 0, programs = 0, bounded = 0, cut = 0;
  for (unsigned i = 0; i < AUDITS; i++) {
    const struct audit *audit = &audits->items[i];
    searches += audit->count;
    programs += audit->programs;
    bounded += audit->bounded + audit->unjudged;
    cut += audit->cut != NULL;
    for (unsigned j = 0; j < audit->count; j++) whole += audit->searches[j].end == SEARCH_COMPLETE;
  }
  fprintf(out, "  audits        found nothing in %u searches, %u of them whole", searches, whole);
  if (programs)
    fprintf(out, ", and in %u small programs, %u of them whole", programs, programs - bounded);
  if (cut) fprintf(out, "; %u %s cut short", cut, text_numbered(cut, "audit was", "audits were"));
  fputc('\n', out);
}

/* Prints the audits that the record rules out, so that no verdict hides them. */
static void print_left_out(FILE *out, const struct audits *audits) {
  for (enum audit_kind kind = 0; kind < AUDITS; kind++)
    if (audits->items[kind].by_record)
      fprintf(out, "  not audited   %s: %s\n", audit_name(kind), audits->items[kind].why_not);
}

void audits_print(FILE *out, const struct proof *proof, bool quiet) {
  if (!proof->audited) return;
  bool nothing = !audits_broken(&proof->audits) && !audits_refute(&proof->audits);
  if (quiet && nothing) {
    print_summary(out, &proof->audits);
    print_left_out(out, &proof->audits);
  } else {
    fputs("  audits        without reductions, and without the environment's help "
          "(--no-audit: none)\n",
          out);
    for (enum audit_kind kind = 0; kind < AUDITS; kind++) print_audit(out, proof, kind);
  }
  if (!proof->counterexample) print_unexercised(out, proof);
}

/* --- what it rests on --- */

/* Addresses in banks of their own do not show what the lines of a bank share. */
static void print_banks(FILE *out, const struct machine *machine) {
  const struct placement *placement = &machine_shape(machine)->placement;
  if (!system_has_banks(machine_shape(machine)->system) || placement->lines < 2) return;
  fprintf(out, "  banks         %s\n",
          placement->banks == 1 ? "all addresses are in one" : "each address has one of its own");
}

static void print_promise(void *context, const char *name, const char *about, const char *without) {
  FILE *out = context;
  fprintf(out, "  rests on      %s%s%s (", name, *about ? " " : "", about);
  if (*without) fprintf(out, "not checked; %s searches without)\n", without);
  else fputs("not checked)\n", out);
}

void promises_print(FILE *out, const struct proof *proof) {
  const struct machine *machine = proof_machine(proof);
  if (!machine) return;
  print_banks(out, machine);
  assumptions_each(machine, print_promise, out);
}
