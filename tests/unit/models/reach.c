/* See reach.h. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "engine/machine_search.h"
#include "protocol/placement.h"
#include "litmus/read/reader.h"
#include "reach.h"
#include "search/search.h"
#include "machine/clients.h"
#include "machine/outcomes.h"

/* --- the shorthand --- */

enum { THREADS = 8, ROWS = 24, CELL = 40 };

struct sheet {
  unsigned threads, rows;
  char cell[THREADS][ROWS][CELL];
  unsigned length[THREADS], cta[THREADS], gpu[THREADS];
};

static char *next_cell(struct sheet *sheet, unsigned thread) {
  char *cell = sheet->cell[thread][sheet->length[thread]++];
  if (sheet->length[thread] > sheet->rows) sheet->rows = sheet->length[thread];
  assert_true(sheet->rows < ROWS);
  return cell;
}

static void add_operation(struct sheet *sheet, unsigned thread, const char *word, unsigned *reads,
                          bool fenced) {
  const char *scope = *word == '.' ? "gpu" : *word == ':' ? "cta" : "sys";
  word += *word == '.' || *word == ':';
  char location = word[1];
  if (fenced && sheet->length[thread]) strcpy(next_cell(sheet, thread), "fence.sc.sys");
  char *cell = next_cell(sheet, thread);
  switch (word[0]) {
  case 'F': snprintf(cell, CELL, "fence.sc.%s", scope); break;
  case 'W': snprintf(cell, CELL, "st.relaxed.%s %c, %s", scope, location, word + 2); break;
  case 'R': snprintf(cell, CELL, "ld.relaxed.%s r%u, %c", scope, (*reads)++, location); break;
  case 'V': snprintf(cell, CELL, "ld.weak r%u, %c", (*reads)++, location); break;
  case 'A': snprintf(cell, CELL, "ld.acquire.%s r%u, %c", scope, (*reads)++, location); break;
  case 'L': snprintf(cell, CELL, "st.release.%s %c, %s", scope, location, word + 2); break;
  case 'B': snprintf(cell, CELL, "txbegin"); break;
  case 'C': snprintf(cell, CELL, "txcommit"); break;
  case 'X':
    snprintf(cell, CELL, "atom.relaxed.%s.exch r%u, %c, %s", scope, (*reads)++, location, word + 2);
    break;
  default: fail_msg("what is \"%s\"?", word);
  }
}

static void read_sheet(struct sheet *sheet, const char *program, bool fenced) {
  memset(sheet, 0, sizeof *sheet);
  sheet->threads = 1;
  unsigned reads = 0;
  for (const char *at = program; *at;) {
    if (isspace((unsigned char)*at)) {
      at++;
      continue;
    }
    if (strchr("|&/", *at)) {
      unsigned thread = sheet->threads++;
      sheet->cta[thread] = sheet->cta[thread - 1] + (*at != '&');
      sheet->gpu[thread] = sheet->gpu[thread - 1] + (*at++ == '/');
      reads = 0;
      continue;
    }
    char word[8] = "";
    size_t length = strcspn(at, " |&/");
    assert_true(length < sizeof word);
    memcpy(word, at, length);
    at += length;
    add_operation(sheet, sheet->threads - 1, word, &reads, fenced);
  }
}

char *litmus_of(const char *program, bool fenced, const char *outcome) {
  struct sheet sheet;
  read_sheet(&sheet, program, fenced);
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  fprintf(out, "PTX shorthand\n\"%s\"\n{ ", program);
  for (char location = 'a'; location <= 'z'; location++) {
    bool used = false;
    for (const char *at = program; *at; at++) used |= at[0] == location;
    if (used) fprintf(out, "%c=0; ", location);
  }
  fprintf(out, "}\n");
  for (unsigned t = 0; t < sheet.threads; t++)
    fprintf(out, "%s P%u@cta %u,gpu %u", t ? " |" : "", t, sheet.cta[t], sheet.gpu[t]);
  fprintf(out, " ;\n");
  for (unsigned row = 0; row < sheet.rows; row++) {
    for (unsigned t = 0; t < sheet.threads; t++)
      fprintf(out, "%s %s", t ? " |" : "", sheet.cell[t][row]);
    fprintf(out, " ;\n");
  }
  fprintf(out, "exists (%s)\n", outcome);
  fclose(out);
  return text;
}

/* --- running --- */

struct setting setting_of(const struct question *question) {
  struct setting setting;
  struct diagnostic error = { NULL };
  if (!setting_parse(&setting, question->model, &error)) fail_msg("%s", error.message);
  char words[128] = "";
  snprintf(words, sizeof words, "%s", question->settings ? question->settings : "");
  char *rest = NULL;
  for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
    bool good = strchr(word, '=') ? setting_assign(&setting, word, &error)
                                  : setting_core(&setting, word, &error);
    if (!good) fail_msg("%s", error.message);
  }
  if (question->planted) setting.system = question->planted;
  return setting;
}

struct reach_walk {
  const struct question *question;
  struct setting setting;
  const struct program *program;
  struct reach_answer *answer;
  struct outcome_set *outcomes; /* NULL: stop at the outcome that is sought */
};

static bool run_placement(void *context, const struct placement *placement) {
  struct reach_walk *walk = context;
  struct machine_options options = { .cold = walk->question->cold,
                                     .capacity = walk->question->capacity,
                                     .mutant = walk->question->mutant };
  struct diagnostic error = { NULL };
  struct machine *machine = machine_new(&walk->setting, walk->program, placement, &options, &error);
  if (!machine) fail_msg("%s", error.message);
  struct search_options search_options = { .threads = 1, .visited = VISITED_CONCURRENT };
  if (!walk->outcomes) {
    machine_seek(machine, walk->program->condition, false);
    search_options.stop_at = CLAIM(PROPERTY_WITNESS);
  }
  struct search_result result = machine_search(machine, &search_options);
  assert_false(result.blocked);
  walk->answer->placements++;
  walk->answer->states += result.states;
  walk->answer->broken |= result.broken;
  if (result.end == SEARCH_VIOLATION) {
    walk->answer->reached = true;
    char *where = walk->answer->where;
    FILE *out = fmemopen(where + strlen(where), sizeof walk->answer->where - strlen(where), "w");
    if (*where) fprintf(out, "; ");
    placement_print(out, walk->program, placement);
    fclose(out);
  } else {
    assert_int_equal(result.end, SEARCH_COMPLETE);
  }
  if (walk->outcomes) {
    struct outcome_set *everything = machine_outcomes(machine);
    outcome_set_merge(walk->outcomes, everything);
    outcome_set_free(everything);
  }
  search_result_clear(&result);
  machine_free(machine);
  return true;
}

struct program *program_read(const char *text) {
  struct diagnostic error = { NULL };
  struct program *program = litmus_read_text("test", text, strlen(text), &error);
  if (!program) fail_msg("%s\n%s", error.message, text);
  return program;
}

static struct reach_answer run(const struct question *question, const char *program,
                               const char *outcome, uint64_t *count) {
  struct reach_answer answer = { 0 };
  char *text = litmus_of(program, question->fenced, outcome);
  struct program *read = program_read(text);
  free(text);
  struct reach_walk walk = { question, setting_of(question), read, &answer, NULL };
  unsigned width = read->location_count;
  for (unsigned t = 0; t < read->thread_count; t++) width += read->threads[t].register_count;
  if (count) walk.outcomes = outcome_set_new(width);
  struct placement_options placements = { .banks = walk.setting.system->banks_matter,
                                          .shared_lines = question->shared_lines,
                                          .topology = walk.setting.system->topology };
  assert_true(placements_each(read, &placements, run_placement, &walk));
  if (count) *count = outcome_set_size(walk.outcomes);
  outcome_set_free(walk.outcomes);
  program_free(read);
  return answer;
}

struct reach_answer reached_by_search(const struct question *question, const char *program,
                                      const char *outcome) {
  return run(question, program, outcome, NULL);
}

uint64_t outcome_count(const struct question *question, const char *program) {
  uint64_t count = 0;
  run(question, program, "true", &count);
  return count;
}

struct proving {
  const struct question *question;
  struct setting setting;
  struct reach_proof proof;
};

static bool prove_in(void *context, const struct client *client) {
  struct proving *proving = context;
  const struct question *question = proving->question;
  struct machine_options options = { .cold = question->cold,
                                     .only_line = question->only_line,
                                     .capacity = question->capacity,
                                     .mutant = question->mutant,
                                     .no_reduction = question->no_reduction,
                                     .no_ample = question->no_ample };
  struct diagnostic error = { NULL };
  struct machine *machine = machine_new_client(&proving->setting, client, &options, &error);
  if (!machine) fail_msg("%s", error.message);
  struct search_options search_options = { .threads = 1,
                                           .stop_at = question->stop_at
                                                          ? question->stop_at
                                                          : setting_invariants(&proving->setting) };
  struct search_result result = machine_search(machine, &search_options);
  assert_true(question->may_fill || question->capacity || !result.blocked);
  struct reach_proof *all = &proving->proof;
  *all = (struct reach_proof){ all->complete && result.end == SEARCH_COMPLETE,
                               all->states + result.states, all->transitions + result.transitions,
                               all->broken | result.broken };
  search_result_clear(&result);
  machine_free(machine);
  return !(all->broken & search_options.stop_at);
}

struct reach_proof proof_run(const struct question *question, unsigned sms, unsigned threads,
                             unsigned lines, unsigned values) {
  struct proving proving = { question, setting_of(question), { .complete = true } };
  struct client client = { .sms = sms,
                           .lines = lines,
                           .values = values,
                           .threads = threads,
                           .two_words = question->two_words,
                           .topology = proving.setting.system->topology };
  for (unsigned i = 0; i < threads; i++) client.sm_of_thread[i] = i % sms;
  if (client.topology.gpms) client_placements_each(&client, prove_in, &proving);
  else prove_in(&proving, &client);
  return proving.proof;
}

bool is_its_turn(const struct system *system, unsigned kind, unsigned turn) {
  unsigned before = 0, offered = 0;
  for (unsigned i = 0; i < CORE_KINDS; i++) {
    before += i < kind && system->claims[i].offered;
    offered += system->claims[i].offered;
  }
  return before == turn % offered;
}
