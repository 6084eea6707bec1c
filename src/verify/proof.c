/* A violation is a failure if the system claims the property, and expected if the variant's
 * record says that it loses it. A variant that loses nothing under a client as large as its
 * record names has a wrong record. */
#include "engine/machine_search.h"
#include "verify/proof.h"

#include <string.h>
#include "base/memory.h"
#include "base/vector.h"
#include "verify/proof_journal.h"
#include "machine/clients.h"

bool proof_is_as_recorded(const struct proof *proof) {
  const struct machine_options *options = &proof->subject.options;
  return setting_is_as_recorded(&proof->subject.setting) && !options->cold &&
         !options->no_evictions && !options->capacity;
}

uint64_t proof_losses(const struct proof *proof) {
  uint64_t lost = setting_losses(&proof->subject.setting);
  return proof->each && !proof->deadlock_decided ? lost & ~(uint64_t)CLAIM(PROPERTY_DEADLOCK)
                                                 : lost;
}

/* Is the client at least as large as the record says is needed to refute the variant? */
static bool could_refute(const struct proof *proof) {
  const struct client *client = &proof->subject.client, nothing = { 0 };
  if (!proof_losses(proof)) return false;
  struct client least = client_asked(&proof->subject.setting, &nothing);
  return proof_is_as_recorded(proof) && client->sms >= least.sms &&
         client->threads >= least.threads &&
         client_most_threads_of_an_sm(client) >= client_most_threads_of_an_sm(&least) &&
         client->lines >= least.lines && client->two_words >= least.two_words &&
         client->values >= least.values && client->topology.gpus >= least.topology.gpus &&
         client->topology.gpms >= least.topology.gpms;
}

static void count_row(void *context, const struct controller_kind *kind, const struct row *row) {
  (void)kind;
  (void)row;
  ++*(unsigned *)context;
}

static bool is_unexercised(const struct proof *proof) {
  unsigned rows = 0;
  if (!proof->audited || !proof->exercised || proof->counterexample) return false;
  exercise_unfired(&proof->exercise, proof->subject.setting.system, count_row, &rows);
  bool vacuous = false;
  for (unsigned i = 0; i < PROPERTIES; i++)
    vacuous |= proof->claimed >> i & 1 && exercise_vacuous(&proof->exercise, (enum property)i);
  return rows || vacuous || system_not_asked(proof->subject.setting.system);
}

void proof_clear(struct proof *proof) {
  search_result_clear(&proof->result);
  counterexample_free(proof->counterexample);
  machine_free(proof->machine);
  waits_free(proof->left);
  audits_clear(&proof->audits);
  exercise_clear(&proof->exercise);
  proof->left = NULL;
  proof->counterexample = NULL;
  proof->machine = NULL;
}

bool proof_misses_violation(const struct proof *proof) {
  return could_refute(proof) && proof->result.end == SEARCH_COMPLETE && !proof->waits.left &&
         !(proof->result.broken & proof_losses(proof));
}

const struct machine *proof_machine(const struct proof *proof) {
  if (proof->machine) return proof->machine;
  return proof->counterexample ? proof->counterexample->machine : NULL;
}

uint64_t proof_broken(const struct proof *proof) {
  return proof->result.broken & proof->claimed & ~(uint64_t)CLAIM(PROPERTY_OVERFLOW);
}

int proof_status(const struct proof *proof) {
  if (proof_broken(proof) || proof_misses_violation(proof) || audits_refute(&proof->audits))
    return proof->known && !proof->stale ? 0 : 1;
  if (proof->stale) return 1;
  if (proof->strict && is_unexercised(proof)) return 1;
  if (proof->waits.left) return 3;
  return proof->result.end == SEARCH_COMPLETE || proof->result.end == SEARCH_VIOLATION ? 0 : 3;
}

uint64_t proof_undecided(const struct proof *proof) {
  static const struct {
    enum property of_all;
    uint64_t of_parts;
  } graphs[] = {
    { PROPERTY_SERIALISABLE, CLAIM(PROPERTY_SNAPSHOT) },
    { PROPERTY_OPACITY, CLAIM(PROPERTY_SERIALISABLE) | CLAIM(PROPERTY_SNAPSHOT) },
    { PROPERTY_STRICT,
      CLAIM(PROPERTY_SERIALISABLE) | CLAIM(PROPERTY_OPACITY) | CLAIM(PROPERTY_SNAPSHOT) },
  };
  uint64_t parts = 0;
  for (unsigned i = 0; i < sizeof graphs / sizeof *graphs; i++)
    if (proof->result.broken & proof->claimed & CLAIM(graphs[i].of_all))
      parts |= graphs[i].of_parts;
  return parts & proof->claimed & ~proof->result.broken;
}

/* A proof is one search with all threads, or several searches in turn. These are one for each
 * placement of SMs and homes on GPMs, or one for each address by itself. The first violation ends
 * it. If there is none, audits follow (verify/audit.h). */

/* The part of a proof that its searches have in common. */
struct task {
  const struct setting *setting;
  struct effort effort;
  uint64_t states_max;           /* a bound on each search; 0: none */
  struct proof_journal *journal; /* earlier searches; NULL: none */
  struct exercise *exercise;     /* gathers what the searches see */
};

/* With one address explored, a channel was full: all addresses together may fill it. */
static bool lines_may_fill(const struct machine *machine, const struct search_result *result) {
  enum search_end end = result->end;
  bool ended = end == SEARCH_COMPLETE || end == SEARCH_VIOLATION || end == SEARCH_LOSSY;
  return machine_one_line(machine) && ((ended && result->blocked) || end == SEARCH_TOO_SMALL);
}

/* Must all addresses be explored together? One cannot represent all if it filled its part of a
 * channel. It cannot, either, if clocks tick at will and something broke: no other address may make
 * such ticks. And a saved search that is refused may be the one of all addresses, which
 * followed. */
static bool is_for_all_lines(const struct machine *machine, const struct search_result *result,
                             uint64_t stop_at) {
  if (!machine_one_line(machine)) return false;
  return result->end == SEARCH_REFUSED || lines_may_fill(machine, result) ||
         (machine_assumes_ticks(machine) && result->broken & stop_at);
}

static void begin(const struct task *task, const struct client *client, struct proof *proof) {
  const struct effort *effort = &task->effort;
  *proof = (struct proof){
    .subject = { .setting = *task->setting, .client = *client, .options = effort->machine },
    .claimed = setting_invariants(task->setting),
    .lossy = effort->compact     ? "hash compaction"
             : effort->bit_state ? "bit-state"
                                 : NULL
  };
}

static uint64_t stop_at(const struct task *task) {
  return setting_invariants(task->setting) | setting_losses(task->setting);
}

struct proof_attempt {
  const struct task *task;
  struct proof *proof;
  bool resumes; /* takes up what was saved */
};

/* Searches; asks for all addresses together if one cannot represent them. */
static bool search_machine(void *context, struct machine *machine,
                           struct machine_options *machine_options) {
  struct proof_attempt *attempt = context;
  const struct effort *effort = &attempt->task->effort;
  struct proof *proof = attempt->proof;
  struct search_options options = effort_search(effort, effort->threads, 1);
  struct checkpoint checkpoint = effort->checkpoint;
  char *title = proof_title(&proof->subject, machine);
  if (!attempt->resumes) checkpoint.resume = NULL;
  options.stop_at = stop_at(attempt->task);
  options.processes = true;
  options.states_max = attempt->task->states_max;
  checkpoint.subject = title;
  if (checkpoint.path || checkpoint.resume || checkpoint.interrupted)
    options.checkpoint = &checkpoint;
  proof->result = machine_search(machine, &options);
  memory_free(title);
  exercise_add(attempt->task->exercise, machine);
  if (!is_for_all_lines(machine, &proof->result, options.stop_at)) {
    proof->represented = machine_orbit_states(machine);
    proof->largest = proof->result.unfit ? 0 : proof->result.states; /* these are in the file */
    return true;
  }
  proof->addresses_share_channels = lines_may_fill(machine, &proof->result);
  attempt->resumes &= proof->result.end == SEARCH_REFUSED;
  machine_options->together = true;
  search_result_clear(&proof->result);
  return false;
}

/* Proves one placement, or the whole of a system that tells no GPM from another. */
static bool prove_one(const struct task *task, const struct client *client, struct proof *proof,
                      struct diagnostic *error) {
  struct proof_attempt attempt = { task, proof, true };
  begin(task, client, proof);
  struct machine *machine = retry_until(&proof->subject, search_machine, &attempt, error);
  if (!machine) return false;
  if (proof->result.end == SEARCH_REFUSED) {
    diagnostic_of_file(error, "%s", proof->result.refusal);
    search_result_clear(&proof->result);
    machine_free(machine);
    return false;
  }
  proof->counterexample = counterexample_of(&proof->subject, machine, &proof->result);
  if (!proof->counterexample) proof->machine = machine;
  return true;
}

typedef bool prover(const struct task *task, const struct client *client, struct proof *proof,
                    struct diagnostic *error);

/* Takes the result from the journal, or else from `find`, and adds it to the journal. A machine
 * from the journal does not know of traces that existed only under symmetry, so such searches
 * are not added. */
static bool find_or_search(prover *find, const struct task *task, const struct client *client,
                           struct proof *proof, struct diagnostic *error) {
  if (!task->journal) return find(task, client, proof, error);
  begin(task, client, proof);
  const struct subject asked = proof->subject;
  if (proof_journal_find(task->journal, proof)) {
    struct subject searched = proof->subject;
    /* then the first address's machine represents the others' */
    proof->each = proof->deadlock_decided;
    if (proof->each) searched.options.only_line = 1;
    proof->machine = subject_machine(&searched, error);
    return proof->machine != NULL;
  }
  if (!find(task, client, proof, error)) return false;
  if (proof->result.end == SEARCH_COMPLETE && !proof->waits.left &&
      !machine_tells_apart(proof->machine))
    proof_journal_add(task->journal, &asked, proof);
  return true;
}

struct clients {
  struct client *items;
  size_t length, room;
};

static bool add_client(void *context, const struct client *placed) {
  struct clients *list = context;
  vector_push(*list, *placed);
  return true;
}

/* Adds the results of one more search. */
static void merge(struct proof *whole, struct proof *one) {
  const struct search_result before = whole->result;
  struct search_result *result = &one->result;
  result->states += before.states;
  one->represented += whole->represented;
  result->transitions += before.transitions;
  for (unsigned i = 0; i < SEARCH_LEVELS_KEPT; i++) result->levels[i] += before.levels[i];
  result->seconds += before.seconds;
  result->earlier += before.earlier;
  result->broken |= before.broken;
  result->blocked |= before.blocked;
  one->addresses_share_channels |= whole->addresses_share_channels;
  one->waits.kinds += whole->waits.kinds;
  if (whole->waits.room > one->waits.room) one->waits.room = whole->waits.room;
  result->spilled += before.spilled;
  result->omission += before.omission - before.omission * result->omission;
  if (before.depth > result->depth) result->depth = before.depth;
  if (before.bytes > result->bytes) {
    result->bytes = before.bytes;
    one->largest = whole->largest;
  }
  machine_free(whole->machine);
  *whole = *one;
}

static bool goes_on(const struct proof *proof, uint64_t states_max) {
  enum search_end end = proof->result.end;
  if (proof->waits.left) return false;
  return end == SEARCH_COMPLETE || end == SEARCH_LOSSY ||
         (states_max && end == SEARCH_OUT_OF_STATES);
}

/* Addresses differ by their homes only. */
static bool is_like_an_earlier(const struct setting *setting, const struct client *client,
                               unsigned line) {
  for (unsigned other = 0; other < line; other++)
    if (client->placed ? client->home_of_line[other] == client->home_of_line[line]
                       : !setting->system->topology.gpms)
      return true;
  return false;
}

/* Proves each address by itself; adds what they wait for to `waits`, unless it is NULL. */
static bool prove_alone(const struct task *task, const struct client *client, struct waits *waits,
                        struct proof *proof, struct diagnostic *error) {
  bool good = true;
  *proof = (struct proof){ .result = { .end = SEARCH_COMPLETE } };
  for (unsigned line = 0; line < client->lines && good && goes_on(proof, task->states_max);
       line++) {
    if (is_like_an_earlier(task->setting, client, line)) continue;
    struct task of_line = *task;
    struct proof one;
    of_line.effort.machine.only_line = 1 + line;
    waits_attach(waits, &of_line.effort.machine);
    if (waits)
      of_line.journal = NULL; /* it has the addresses together, but not what each waits for */
    good = find_or_search(prove_one, &of_line, client, &one, error);
    if (good && waits && one.machine) waits_close(waits, one.machine);
    if (good) merge(proof, &one);
  }
  proof->each = true;
  proof->subject.options = task->effort.machine;
  return good;
}

/* Finds the shortest run of one address to a state in which others may hold it up for ever. */
static struct counterexample *find_left(const struct task *task, const struct client *client,
                                        struct waits *waits) {
  struct counterexample *found = NULL;
  for (unsigned line = 0; line < client->lines && !found; line++) {
    struct subject subject = { .setting = *task->setting,
                               .client = *client,
                               .options = task->effort.machine };
    struct search_options options = effort_search(&task->effort, task->effort.threads, 1);
    if (is_like_an_earlier(task->setting, client, line)) continue;
    subject.options.only_line = 1 + line;
    waits_attach(waits, &subject.options);
    found = counterexample_find(&subject, &options, CLAIM(PROPERTY_WITNESS), NULL, NULL, NULL);
  }
  return found;
}

/* Decides whether addresses can hold each other up, once all are searched and nothing is broken. */
static bool prove_waits(const struct task *task, const struct client *client, struct proof *proof,
                        struct diagnostic *error) {
  struct waits *waits = waits_new();
  bool good = prove_alone(task, client, waits, proof, error);
  if (good && proof->result.end == SEARCH_COMPLETE) {
    proof->deadlock_decided = true;
    proof->waits = waits_solve(waits, proof->result.blocked);
  }
  if (good && proof->waits.left) {
    proof->left = waits;
    proof->counterexample = find_left(task, client, waits);
  } else waits_free(waits);
  return good;
}

/* Proves one placement: all addresses, or each by itself. */
static bool prove_lines(const struct task *task, const struct client *client, struct proof *proof,
                        struct diagnostic *error) {
  if (!task->effort.each) return find_or_search(prove_one, task, client, proof, error);
  if (!task->effort.deadlock) return prove_alone(task, client, NULL, proof, error);
  return find_or_search(prove_waits, task, client, proof, error);
}

/* Proves each placement, until one is refuted or a limit other than states_max is hit. */
static bool prove_list(const struct task *task, const struct clients *list, struct proof *proof,
                       struct diagnostic *error) {
  bool good = true;
  *proof = (struct proof){ .result = { .end = SEARCH_COMPLETE } };
  for (unsigned i = 0; i < list->length && good && goes_on(proof, task->states_max); i++) {
    struct proof one;
    good = prove_lines(task, &list->items[i], &one, error);
    if (good) merge(proof, &one);
    proof->placements = i + 1;
  }
  return good;
}

/* A variant's known violation is first looked for near the start in all placements. */
static bool prove_each(const struct task *task, const struct client *client, struct proof *proof,
                       struct diagnostic *error) {
  enum { NOT_FAR = 1 << 16 };
  struct clients list = { 0 };
  struct task not_far = *task;
  bool good = true, lost = setting_losses(task->setting) != 0;
  client_placements_each(client, add_client, &list);
  not_far.states_max = NOT_FAR;
  not_far.journal = NULL;
  if (lost) good = prove_list(&not_far, &list, proof, error);
  if (good && lost && !proof->counterexample) proof_clear(proof);
  if (good && !(lost && proof->counterexample)) good = prove_list(task, &list, proof, error);
  if (good) proof->subject.client = *client;
  vector_free(list);
  return good;
}

static bool is_in_every_placement(const struct client *client) {
  return client->topology.gpms && !client->placed;
}

bool proof_is_in_parts(const struct client *client, const struct effort *effort) {
  return effort->each || is_in_every_placement(client);
}

/* With a journal, the single searches are not saved, but still end when interrupted. */
static bool keep_journal(struct task *task, const struct client *client, struct diagnostic *error) {
  struct checkpoint *files = &task->effort.checkpoint;
  if (!files->path && !files->resume) return true;
  const struct subject subject = { .setting = *task->setting,
                                   .client = *client,
                                   .options = task->effort.machine };
  task->journal = proof_journal_open(files, &subject, task->effort.each, error);
  *files = (struct checkpoint){ .interrupted = files->interrupted };
  return task->journal != NULL;
}

static bool search_asked(struct task *task, const struct client *client, struct proof *proof,
                         struct diagnostic *error) {
  if (task->effort.deadlock)
    task->effort.machine.no_deferred_evictions = task->effort.machine.no_ample =
        true; /* abstract/waits.c relies on it */
  if (proof_is_in_parts(client, &task->effort) && !keep_journal(task, client, error)) return false;
  bool good = is_in_every_placement(client) ? prove_each(task, client, proof, error)
                                            : prove_lines(task, client, proof, error);
  if (!task->journal) return good;
  proof->journal_length = proof_journal_length(task->journal);
  proof->journal_failed = !proof_journal_close(task->journal);
  return good;
}

/* A variant that is expected to fail needs no audit: its record names what refutes it. */
static bool is_to_be_audited(const struct proof *proof, const struct effort *effort) {
  const struct setting *setting = &proof->subject.setting;
  bool interrupted =
      proof->result.end == SEARCH_INTERRUPTED || proof->result.end == SEARCH_TOO_SMALL;
  return effort->audit && !interrupted && !proof->counterexample && !setting_losses(setting) &&
         !setting_is_broken(setting);
}

static void audit(const struct client *client, const struct effort *effort, struct proof *proof) {
  audits_make(&proof->subject.setting, client, effort, proof->result.states, &proof->exercise,
              &proof->audits);
  proof->audited = true;
  proof->strict = effort->strict;
  proof->result.broken |= audits_broken(&proof->audits);
  proof->counterexample = proof->audits.counterexample;
}

bool proof_run(const struct setting *setting, const struct client *client,
               const struct effort *effort, struct proof *proof, struct diagnostic *error) {
  struct exercise exercise = { NULL };
  struct task task = { .setting = setting, .effort = *effort, .exercise = &exercise };
  if (!search_asked(&task, client, proof, error)) return exercise_clear(&exercise), false;
  proof->exercise = exercise;
  proof->exercised = !effort->checkpoint.resume;
  proof->audits_unasked = !effort->audit;
  if (is_to_be_audited(proof, effort)) audit(client, effort, proof);
  return true;
}
