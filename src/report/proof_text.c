#include "report/proof_text.h"
#include "report/proved_clients.h"

#include <inttypes.h>
#include "base/memory.h"
#include "base/text.h"
#include "machine/assumptions.h"
#include "machine/clients.h"
#include "report/matrix_text.h"
#include "report/names.h"
#include "report/liveness_report.h"
#include "report/steps.h"
#include "run/subject.h"
#include "run/counterexample.h"
#include "verify/audit.h"
#include "run/coverage.h"

/* Texts for the case that no deadlock is left among addresses, by the room that this takes. */
static const struct {
  const char *deadlock, *proved;
} of_any_number[] = {
  [WAITS_ROOM_SHARED] = { "deadlock among any number of addresses",
                          "proved of any number of addresses" },
  [WAITS_ROOM_OF_EACH] = { "deadlock among any number of addresses, if each has such channels of "
                           "its own",
                           "proved of any number of addresses, if each has such channels of its "
                           "own" },
  [WAITS_ROOM_ENOUGH] = { "deadlock among any number of addresses, if channels have room for all",
                          "proved of any number of addresses, if channels have room for all" },
};

const char *proof_property_title(const struct proof *proof, enum property property) {
  bool among_all = proof->deadlock_decided && !proof->waits.left;
  if (proof->each && property == PROPERTY_DEADLOCK)
    return among_all ? of_any_number[proof->waits.room].deadlock : "deadlock of one address alone";
  const struct system *system = proof->subject.setting.system;
  if (property == PROPERTY_OWN && proof->subject.client.values == 1 &&
      system->own_invariant.name_of_one_value)
    return system->own_invariant.name_of_one_value;
  return property_title(system, property);
}

static void print_line(FILE *out, const char *title, const struct proof *proof,
                       uint64_t properties) {
  const char *separator = "";
  if (!properties) return;
  fprintf(out, "  %-14s", title);
  for (unsigned i = 0; i < PROPERTIES; i++)
    if (properties >> i & 1) {
      fprintf(out, "%s%s", separator, proof_property_title(proof, (enum property)i));
      separator = ", ";
    }
  fputc('\n', out);
}

/* For a variant that loses invariants: the client that shows it. A variant that loses none may
 * still fail tests, of which a proof says nothing. */
static void print_record(FILE *out, const struct proof *proof) {
  const struct setting *setting = &proof->subject.setting;
  if (!setting_losses(setting)) {
    if (setting->variant && setting->variant->fails && *setting->variant->fails)
      fprintf(out, "  record        fails %s (run); no invariant is lost\n",
              setting->variant->fails);
    return;
  }
  struct client nothing = { 0 }, named = client_asked(setting, &nothing);
  fputs("  record        loses ", out);
  properties_print(out, setting->system, setting_losses(setting));
  fputs("; shown by ", out);
  client_print(out, &named);
  fputc('\n', out);
}

/* Claims that every model makes say nothing of copies or transactions. A proof of only these must
 * not look like one of coherence or serialisability. */
static const char *proved_text(const struct proof *proof) {
  uint64_t of_all = CLAIM(PROPERTY_DEADLOCK) | CLAIM(PROPERTY_NEVER) | CLAIM(PROPERTY_OVERFLOW);
  if (proof->waits.left)
    return "proved of each address by itself; deadlock among several is undecided";
  if (proof->deadlock_decided) return of_any_number[proof->waits.room].proved;
  if (proof->claimed & ~of_all) return proof->each ? "proved of each address by itself" : "proved";
  return proof->subject.setting.system->transactions.begin
             ? "proved: no deadlock, no NEVER, no overflow; this model claims no order of its "
               "transactions"
             : "proved: no deadlock, no NEVER, no overflow; this model claims no invariant of its "
               "copies";
}

const char *proof_verdict_text(const struct proof *proof) {
  uint64_t lost = proof_losses(proof);
  if (proof_broken(proof)) return "VIOLATION";
  if (proof->audits.forbidden) return "VIOLATION";
  if (proof->audits.stuck) return "NO PROGRESS, though the record claims it";
  if (proof->result.end == SEARCH_LOSSY)
    return "NOT A PROOF: no violation was seen, and states may have been left out";
  if (proof_misses_violation(proof)) return "NOT BROKEN, though the record of the variant says so";
  if (proof->result.end == SEARCH_VIOLATION)
    return "a violation, as the record of the variant says";
  bool lacks = proof->result.end == SEARCH_COMPLETE && !proof->waits.left && lost &&
               !(proof->result.broken & lost);
  if (lacks && !setting_is_as_recorded(&proof->subject.setting))
    return "proved; the violation that the record of the variant speaks of is one of its own core "
           "and parameters";
  if (lacks && !proof_is_as_recorded(proof))
    return "proved; the violation that the record of the variant speaks of may need warm caches, "
           "evictions, or the model's own "
           "capacities";
  if (lacks)
    return "proved; the violation that the record of the variant speaks of needs a larger client";
  return proof->result.end == SEARCH_COMPLETE ? proved_text(proof) : "inconclusive";
}

const char *proof_verdict_name(const struct proof *proof) {
  if (proof_broken(proof)) return "violation";
  if (proof->audits.forbidden) return "violation";
  if (proof->audits.stuck) return "no-progress";
  if (proof->result.end == SEARCH_LOSSY) return "inconclusive";
  if (proof_misses_violation(proof)) return "missing-violation";
  if (proof->result.end == SEARCH_VIOLATION) return "known-violation";
  return proof->result.end == SEARCH_COMPLETE && !proof->waits.left ? "proved" : "inconclusive";
}

static bool tells_apart(const struct proof *proof) {
  const struct counterexample *found = proof->counterexample;
  return (proof->machine && machine_tells_apart(proof->machine)) ||
         (found && machine_tells_apart(found->machine));
}

/* A search that ends between two levels counts expanded states only. */
bool proof_expanded_all(const struct proof *proof) {
  enum search_end end = proof->result.end;
  return end == SEARCH_COMPLETE || end == SEARCH_LOSSY || end == SEARCH_OUT_OF_DEPTH ||
         end == SEARCH_OUT_OF_STATES;
}

/* Would the proof hold for any number of values if each step is tried with other data? */
static bool may_be_of_any_values(const struct proof *proof) {
  const struct subject *subject = &proof->subject;
  return proof->result.end == SEARCH_COMPLETE && subject->setting.system->promises.moves_data &&
         subject->client.values == 1 && !(proof->result.broken & CLAIM(PROPERTY_NEVER));
}

static bool tries_data(const struct proof *proof) {
  const struct machine *machine = proof_machine(proof);
  return !machine || machine_tries_data(machine);
}

bool proof_is_of_any_values(const struct proof *proof) {
  return may_be_of_any_values(proof) && tries_data(proof);
}

static void print_values(FILE *out, const struct proof *proof) {
  if (!may_be_of_any_values(proof)) return;
  if (tries_data(proof))
    fputs("  values        are only moved, the record promises, and each step was tried with "
          "others: what holds of one then holds of "
          "any number\n",
          out);
  else
    fprintf(out,
            "  values        %u was explored, and no step was tried with others: nothing is "
            "said of more\n",
            proof->subject.client.values);
}

/* Prints whether addresses can wait for each other for ever. */
static void print_waits(FILE *out, const struct proof *proof) {
  const struct waits_found *waits = &proof->waits;
  if (!proof->deadlock_decided) return;
  fprintf(out, "  waits         of %" PRIu32 " kinds, ", waits->kinds);
  if (waits->left)
    fprintf(out, "of which %" PRIu32 " may last, as far as this can tell%s\n", waits->left,
            proof->counterexample ? "; the run leads to one" : "");
  else fputs("none of which can last\n", out);
}

/* Requests that the port takes and the proof does not cover. */
static void print_not_asked(FILE *out, const struct proof *proof) {
  const struct system *system = proof->subject.setting.system;
  uint64_t left = system_not_asked(system);
  const char *separator = "  not asked     ";
  for (unsigned e = 0; e < system->event_count; e++)
    if (left >> e & 1) {
      fprintf(out, "%s%s", separator, system->events[e]);
      separator = ", ";
    }
  if (left)
    fprintf(out, ", which %s takes and the client never asks (.client)\n", system->kinds[0].name);
}

/* Symmetric images are counted when a state is expanded. */
static void print_states(FILE *out, const struct proof *proof) {
  if (proof->placements)
    fprintf(out, "  placements    %u of SMs %s, up to renaming; the figures are of all of them\n",
            proof->placements,
            proof->subject.client.topology.no_homes ? "on GPUs" : "and homes on GPMs");
  if (proof->machine && machine_one_line(proof->machine))
    fprintf(out,
            "  addresses     share nothing%s: one is explored, for all%s (--no-per-address: all)\n",
            setting_lines_share_clock(&proof->subject.setting) ? " but clocks in this system"
                                                               : " in this system",
            machine_assumes_ticks(proof->machine) ? ", and its clocks may move on at any time"
                                                  : "");
  if (proof->addresses_share_channels)
    fputs("  addresses     share channels: one alone fills its part of one, so all were explored "
          "together\n",
          out);
  if (tells_apart(proof))
    fputs("  symmetry      none: SMs, threads or addresses are told apart, though the record does "
          "not say so; what was found "
          "under symmetry was no run, and the search was made again without\n",
          out);
  if (proof->each)
    fprintf(out,
            "  addresses     each is explored by itself: what holds of it holds among any number "
            "with the same homes, %s"
            "room for what a step sends of several%s (without --per-address: all together)\n",
            proof->deadlock_decided ? "" : "deadlock apart, and ",
            proof->deadlock_decided ? " apart" : "");
  print_waits(out, proof);
  print_values(out, proof);
  fprintf(out, "  states        %" PRIu64, proof->result.states);
  if (proof->machine && machine_symmetries(proof->machine) > 1)
    fprintf(out, ", %s stand for %" PRIu64 " by %u renamings of SMs, threads and addresses",
            proof_expanded_all(proof) ? "which" : "of which those that were expanded",
            proof->represented, machine_symmetries(proof->machine));
  fputc('\n', out);
}

/* The probability that the search lost states. */
static void print_omission(FILE *out, const struct proof *proof) {
  if (!proof->lossy) return;
  fprintf(out,
          "  omission      %s: probability %.3g that some state was left out, and what only it "
          "leads to; NOT A PROOF\n",
          proof->lossy, proof->result.omission);
}

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

static void print_audit(FILE *out, const struct proof *proof, enum audit_kind kind) {
  const struct audit *audit = &proof->audits.items[kind];
  const char *none = audit->count || audit->programs ? NULL : audit_lacks(audit);
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
  if (unfired->count++ >= ROWS_SHOWN) return;
  struct text cite = { 0 };
  row_cite(&cite, row);
  fprintf(unfired->out, "%s%s %s", unfired->count > 1 ? ", " : "  never fired   ", kind->name,
          cite.bytes);
  text_free(&cite);
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

static void print_audits(FILE *out, const struct proof *proof, bool quiet) {
  if (!proof->audited) {
    if (!quiet && proof->audits_unasked) fputs("  audits        none (--no-audit)\n", out);
    return;
  }
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

enum { VALUES_MOST = 8 }; /* of --values */

/* Without a promise of data independence the proof is of the values that were explored. */
static void print_values_explored(FILE *out, const struct proof *proof) {
  const struct subject *subject = &proof->subject;
  unsigned values = subject->client.values;
  if (subject->setting.system->promises.moves_data) return;
  fprintf(out, "  rests on      %u %s (data independence is not promised", values,
          text_numbered(values, "value", "values"));
  if (values < VALUES_MOST) fprintf(out, "; --values %u asks for more", values + 1);
  fputs(")\n", out);
}

static void print_promises(FILE *out, const struct proof *proof) {
  const struct machine *machine = proof_machine(proof);
  if (!machine) return;
  print_banks(out, machine);
  assumptions_each(machine, print_promise, out);
}

/* --- the whole --- */

void proof_print(FILE *out, const struct proof *proof, bool quiet) {
  const struct search_result *result = &proof->result;
  uint64_t broken = result->broken;
  if (proof->counterexample) counterexample_print(out, proof->counterexample);
  if (proof->audits.stuck) lasso_print(out, proof->audits.stuck);
  if (proof->counterexample || proof->audits.stuck) fputc('\n', out);
  subject_print(out, &proof->subject);
  fputs(": ", out);
  colour_put(out,
             proof->known               ? NOTABLE
             : proof_status(proof) == 0 ? GOOD
                                        : BAD,
             proof_verdict_text(proof));
  fputs(proof->known ? ", known\n" : "\n", out);
  print_record(out, proof);
  parameters_print(out, &proof->subject.setting);
  options_print(out, &proof->subject, true);
  capacities_print(out, &proof->subject, proof->result.blocked);
  print_line(out, result->end == SEARCH_COMPLETE ? "holds" : "unbroken yet", proof,
             proof->claimed & ~broken & ~proof_undecided(proof));
  char *fault = counterexample_fault(proof->counterexample);
  if (fault) fprintf(out, "  FAULT         %s\n", fault);
  print_line(out, "BROKEN", proof, proof_broken(proof) & ~(uint64_t)(fault ? BROKEN_BY_FAULT : 0));
  memory_free(fault);
  print_line(out, "undecided", proof, proof_undecided(proof));
  print_line(out, "not claimed", proof, broken & ~proof->claimed);
  print_not_asked(out, proof);
  print_states(out, proof);
  print_omission(out, proof);
  fprintf(out, "  transitions   %" PRIu64 "\n  depth         %u\n  search        %s%s",
          result->transitions, result->depth, search_end_text(result->end),
          result->cut_short ? ", in a level that a limit cut short" : "");
  if (result->unfit) fputs(", in which what was saved does not fit", out);
  if (result->unspillable)
    fprintf(out, ", of which remembered steps, which cannot be spilled, hold %.1f MiB",
            (double)result->unspillable / (1 << 20));
  fputc('\n', out);
  if (!quiet && !proof->lossy && text_equal(proof_verdict_name(proof), "inconclusive"))
    proved_client_print(out, &proof->subject);
  if (result->end == SEARCH_COMPLETE) print_promises(out, proof);
  if (result->end == SEARCH_COMPLETE && !quiet) print_values_explored(out, proof);
  print_audits(out, proof, quiet);
}

/* --- where it was saved --- */

void proof_saved_print(FILE *out, const struct proof *proof, const struct checkpoint *checkpoint,
                       bool in_parts) {
  const struct search_result *result = &proof->result;
  bool by_itself = result->end == SEARCH_COMPLETE || result->end == SEARCH_VIOLATION ||
                   result->end == SEARCH_TOO_SMALL;
  if (!checkpoint->path || by_itself) return;
  if (in_parts)
    fprintf(
        out, "  saved         %s: %u %s; the one that was under way is made anew\n",
        checkpoint->path, proof->journal_length,
        text_numbered(proof->journal_length, "search that was done", "searches that were done"));
  else if (!result->saved)
    fprintf(out, "  saved         nothing %s\n",
            checkpoint->resume ? "since it was resumed" : "of this search");
  else if (result->saved == result->states) fprintf(out, "  saved         %s\n", checkpoint->path);
  else
    fprintf(out, "  saved         %s, when there were %" PRIu64 " states\n", checkpoint->path,
            result->saved);
}
