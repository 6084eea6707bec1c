/* prove: the most general client. */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "os/processes.h"
#include "os/replaceable.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/ask_liveness.h"
#include "cli/baseline_files.h"
#include "cli/command.h"
#include "cli/effort.h"
#include "os/interrupt.h"
#include "report/any_sms_report.h"
#include "report/cost_text.h"
#include "report/known_failures.h"
#include "cli/output.h"
#include "cli/page_output.h"
#include "cli/inputs.h"
#include "cli/kept_proof.h"
#include "cli/results_cache.h"
#include "cli/virtual_networks.h"
#include "os/stream.h"
#include "report/page/proof_page.h"
#include "report/proof_alerts.h"
#include "report/proof_files.h"
#include "report/proof_text.h"
#include "report/proved_clients.h"
#include "run/subject.h"
#include "run/effort.h"
#include "verify/any_sms_proof.h"
#include "verify/proof.h"
#include "machine/clients.h"

/* Releases them. */
static bool write_alerts(const struct arguments *arguments, struct alerts *alerts,
                         const struct setting *setting) {
  char *model = setting_name(setting), *name = memory_format("prove %s", model);
  bool good = cli_alerts_write(arguments, alerts, name);
  alerts_clear(alerts);
  memory_free(model);
  memory_free(name);
  return good;
}

static bool write_files(const struct arguments *arguments, const struct proof *proof,
                        const struct cost *cost) {
  FILE *file = cli_output_open(arguments->json);
  if (file) proof_json(file, proof, arguments->quiet ? NULL : cost);
  bool good = cli_output_close(file, arguments->json);
  file = cli_output_open(arguments->junit);
  if (file) proof_junit(file, proof, arguments->quiet);
  good &= cli_output_close(file, arguments->junit);
  struct alerts alerts = { 0 };
  if (cli_alerts_wanted(arguments)) proof_alerts(&alerts, proof);
  good &= write_alerts(arguments, &alerts, &proof->subject.setting);
  if (proof->counterexample) return cli_run_write(arguments, proof->counterexample) && good;
  cli_run_unused(arguments);
  return good;
}

/* Whether a file can be made there; errno says why not. */
static bool takes_files(const char *folder) {
  if (!*folder) return errno = ENOENT, false;
  int file = nameless_file_open(folder);
  return file >= 0 && !close(file);
}

/* Sets that may leave states out, and --spill, need a folder for files. */
static bool folder_fits(const struct arguments *arguments) {
  const char *lossy = arguments->hash_compaction ? "--hash-compaction"
                      : arguments->bit_state     ? "--bit-state"
                                                 : NULL;
  const char *folder = lossy ? nameless_file_folder(arguments->spill) : arguments->spill;
  if (!folder || takes_files(folder)) return true;
  if (lossy) cli_complain("%s: the states go to a file in %s: %s", lossy, folder, strerror(errno));
  else cli_complain("--spill: %s: %s", folder, strerror(errno));
  return false;
}

static bool checkpoint_of(const struct arguments *arguments, struct checkpoint *checkpoint) {
  if (arguments->checkpoint && !stream_may_create(arguments->checkpoint))
    return cli_complain("--checkpoint: cannot write %s: %s", arguments->checkpoint, file_fault()),
           false;
  struct diagnostic error = { NULL };
  if (arguments->checkpoint && !file_spares(arguments->checkpoint, arguments->resume, &error))
    return cli_complain_of(&error), false;
  *checkpoint = (struct checkpoint){ .path = arguments->checkpoint,
                                     .every = arguments->checkpoint_every,
                                     .resume = arguments->resume };
  if (checkpoint->path) checkpoint->interrupted = interrupt_watch();
  return true;
}

struct prove_choice {
  struct client *client;
  unsigned left;
};

static bool choose(void *context, const struct client *placed) {
  struct prove_choice *choice = context;
  if (--choice->left == 0) *choice->client = *placed;
  return choice->left > 0;
}

/* Whether the system may have such GPUs; else complains. */
static bool modules_fit(const struct arguments *arguments, const struct system *system,
                        const struct topology *topology) {
  const char *asked = arguments->gpus        ? "gpus"
                      : arguments->gpms      ? "gpms"
                      : arguments->placement ? "placement"
                                             : NULL;
  if (asked && !system->topology.gpms)
    return cli_complain("--%s: %s has SMs alone, no GPUs of modules (GPMs) to place them on", asked,
                        system->name),
           false;
  if (arguments->gpms > 1 && system->topology.no_homes)
    return cli_complain("--gpms: a GPU of %s is one module", system->name), false;
  if (arguments->gpus > 1 && system->topology.gpus == 1)
    return cli_complain("--gpus: %s is one GPU; --gpms says of how many modules (GPMs)",
                        system->name),
           false;
  if (topology->gpus * topology->gpms > GPMS_MAX)
    return cli_complain("a machine has at most %u GPMs", GPMS_MAX), false;
  return true;
}

/* The N-th placement of SMs and homes on GPMs. */
static bool choose_placement(struct client *client, unsigned number) {
  struct client unplaced = *client;
  struct prove_choice choice = { client, number };
  client_placements_each(&unplaced, choose, &choice);
  unsigned count = number - choice.left;
  if (choice.left)
    cli_complain("--placement %u: there %s %u", number, text_numbered(count, "is", "are"), count);
  return choice.left == 0;
}

/* --- any number of SMs --- */

/* The limits where none are given. */
#define ANY_SMS_SECONDS 120
#define ANY_SMS_BYTES (UINT64_C(4) << 30)

static bool any_sms_fits(const struct arguments *arguments) {
  const option_set without =
      TAKES(gpus) | TAKES(gpms) | TAKES(placement) | TAKES(liveness) | TAKES(checkpoint) |
      TAKES(resume) | TAKES(spill) | TAKES(hash_compaction) | TAKES(bit_state) | TAKES(deadlock) |
      TAKES(spread) | TAKES(strict) | TAKES(depth) | TAKES_BASELINE | TAKES(results_cache);
  if (arguments->sms != ANY_NUMBER && arguments->views)
    return cli_complain("--views: expected --sms any, too"), false;
  if (arguments->sms == ANY_NUMBER && arguments->given & without)
    return cli_complain("--%s does not go with --sms any",
                        option_first_name(arguments->given & without)),
           false;
  return true;
}

static bool write_files_of_any(const struct arguments *arguments,
                               const struct any_sms_proof *proof) {
  FILE *file = cli_output_open(arguments->json);
  if (file) any_sms_json(file, proof);
  bool good = cli_output_close(file, arguments->json);
  file = cli_output_open(arguments->junit);
  if (file) any_sms_junit(file, proof, arguments->quiet);
  good &= cli_output_close(file, arguments->junit);
  struct alerts alerts = { 0 };
  if (cli_alerts_wanted(arguments)) any_sms_alerts(&alerts, proof);
  good &= write_alerts(arguments, &alerts, &proof->subject.setting);
  if (proof->violation && proof->violation->counterexample)
    return cli_run_write(arguments, proof->violation->counterexample) && good;
  cli_run_unused(arguments);
  return good;
}

static void begin_status_line(const struct arguments *arguments, const struct setting *setting,
                              const struct effort *effort) {
  char *model = setting_name(setting), *title = memory_format("prove %s", model);
  status_line_begin(title, effort, arguments->quiet);
  memory_free(title);
  memory_free(model);
}

/* Tells the status line what results/proofs.tsv knows of the client. */
static void expect(const struct subject *asked) {
  struct proved_client found;
  if (!proved_client_find(asked, &found)) return;
  char *note = memory_format("largest proved: %u SMs, %u threads, %u addresses, %u values",
                             found.sms, found.threads, found.addresses, found.values);
  status_line_expect(found.same ? found.states : 0, found.same ? NULL : note);
  memory_free(note);
}

/* The call that proves one model alone; to be released by memory_free. */
static char *call_for(const struct arguments *arguments, const struct setting *setting) {
  char *model = setting_name(setting);
  char *call = memory_format("turnsole prove -p %s%s", model,
                             arguments->asked.bytes ? arguments->asked.bytes : "");
  memory_free(model);
  return call;
}

/* Where tables only move data, one value is enough. */
static int prove_any_sms(const struct arguments *arguments, const struct setting *setting,
                         struct client *asked, struct effort *effort, struct page *page) {
  struct any_sms_proof proof;
  struct diagnostic error = { NULL };
  const struct client nothing = { 0 };
  struct client named = client_asked(setting, &nothing); /* what shows a variant's violation */
  unsigned threads =
      arguments->threads ? (unsigned)arguments->threads : client_most_threads_of_an_sm(&named);
  asked->sms = asked->threads = 0;
  if (!arguments->seconds && !arguments->seconds_each)
    effort->deadline = effort_now() + ANY_SMS_SECONDS;
  if (!arguments->memory && (!effort->memory_max || effort->memory_max > ANY_SMS_BYTES))
    effort->memory_max = ANY_SMS_BYTES;
  if (setting->system->promises.moves_data && !asked->values) asked->values = 1;
  struct client client = client_asked(setting, asked);
  if (effort->each && client.lines < 2) client.lines = 2; /* another one must be beside it */
  begin_status_line(arguments, setting, effort);
  bool good = any_sms_proof_run(setting, &client, threads, (unsigned)arguments->views, effort,
                                &proof, &error);
  status_line_end();
  if (!good) return cli_complain_of(&error);
  if (!cli_output_takes_all(arguments)) any_sms_print(stdout, &proof, arguments->quiet);
  int status = write_files_of_any(arguments, &proof) ? any_sms_proof_status(&proof) : EXIT_USAGE;
  char *call = page ? call_for(arguments, setting) : NULL;
  if (page) page_any_sms_proof(page, call, &proof);
  memory_free(call);
  any_sms_proof_clear(&proof);
  return status;
}

static void print(const struct arguments *arguments, const struct proof *proof,
                  const struct effort *effort, const struct cost *cost) {
  if (cli_output_takes_all(arguments)) return;
  proof_print(stdout, proof, arguments->quiet);
  if (!arguments->quiet) cost_print(cost, "states");
  proof_saved_print(stdout, proof, &effort->checkpoint,
                    proof_is_in_parts(&proof->subject.client, effort));
  if (arguments->results_cache) kept_print(stdout, 0, 1, arguments->results_cache);
  if (proof->baseline) baseline_totals_print(stdout, proof->baseline);
}

static int prove(const struct arguments *arguments, const struct setting *setting,
                 const struct client *client, const struct effort *effort,
                 struct baseline *baseline, struct page *page) {
  struct proof proof;
  struct diagnostic error = { NULL };
  struct kept_proof kept;
  bool is_kept = kept_proof_find(&kept, arguments, setting, client, effort);
  if (is_kept && !page) { /* a page needs the proof itself */
    int status = kept_proof_show(&kept, arguments, setting, client, baseline);
    kept_proof_clear(&kept);
    return status;
  }
  struct effort own = *effort;
  own.results = NULL; /* the proof is kept as a whole */
  begin_status_line(arguments, setting, &own);
  expect(&(struct subject){ .setting = *setting, .client = *client, .options = own.machine });
  bool good = proof_run(setting, client, &own, &proof, &error);
  status_line_end();
  if (!good) {
    kept_proof_clear(&kept);
    return cli_complain_of(&error);
  }
  proof.placement = (unsigned)arguments->placement;
  if (baseline)
    known_failures_of_proof(baseline, &proof, cli_baseline_sees_all(arguments), arguments->strict);
  struct cost cost = cost_of_search(&proof.result, proof.largest);
  cost_weigh(&cost, true);
  kept_proof_keep(&kept, &proof, effort);
  kept_proof_clear(&kept);
  print(arguments, &proof, effort, &cost);
  bool written = cli_baseline_write(arguments, baseline);
  int status = write_files(arguments, &proof, &cost) && written ? proof_status(&proof) : EXIT_USAGE;
  char *call = page ? call_for(arguments, setting) : NULL;
  if (page) page_proof(page, call, &proof);
  memory_free(call);
  if (proof.journal_failed) status = cli_complain("cannot write all of %s", arguments->checkpoint);
  proof_clear(&proof);
  return status;
}

/* Says that the model is dealt to another shard, and writes files without results. */
static int leave_to_others(const struct arguments *arguments, const struct setting *setting) {
  FILE *file = cli_output_open(arguments->json);
  if (file) proof_elsewhere_json(file, setting, &arguments->shard);
  bool good = cli_output_close(file, arguments->json);
  file = cli_output_open(arguments->junit);
  if (file) proof_elsewhere_junit(file);
  good &= cli_output_close(file, arguments->junit);
  char *name = setting_name(setting);
  if (!cli_output_takes_all(arguments))
    printf("shard %u/%u: %s is in another shard\n", arguments->shard.number, arguments->shard.count,
           name);
  memory_free(name);
  return good ? EXIT_HOLDS : EXIT_USAGE;
}

static bool is_in_shard(const struct arguments *arguments, const struct setting *setting) {
  char *name = setting_name(setting);
  bool has = shard_has(&arguments->shard, name, "prove");
  memory_free(name);
  return has;
}

static int prove_setting(const struct arguments *arguments, const struct setting *setting,
                         struct effort *effort, struct page *page) {
  if (!is_in_shard(arguments, setting)) return leave_to_others(arguments, setting);
  if (!checkpoint_of(arguments, &effort->checkpoint)) return EXIT_USAGE;
  struct client asked = { .sms = (unsigned)arguments->sms,
                          .threads = (unsigned)arguments->threads,
                          .lines = (unsigned)arguments->addrs,
                          .values = (unsigned)arguments->values,
                          .spread = arguments->spread,
                          .two_words = arguments->two_words,
                          .topology = { (unsigned)arguments->gpus, (unsigned)arguments->gpms } };
  if (arguments->sms == ANY_NUMBER && arguments->virtual_networks)
    return cli_complain("--virtual-networks: of a number of SMs only, not of any");
  if (!cli_virtual_networks(arguments->virtual_networks, setting->system, &effort->machine))
    return EXIT_USAGE;
  if (arguments->sms == ANY_NUMBER) return prove_any_sms(arguments, setting, &asked, effort, page);
  struct client client = client_asked(setting, &asked);
  if (!modules_fit(arguments, setting->system, &client.topology)) return EXIT_USAGE;
  if (arguments->placement && !choose_placement(&client, (unsigned)arguments->placement))
    return EXIT_USAGE;
  if (arguments->liveness) return liveness_ask_client(arguments, setting, &client, page);
  struct baseline *baseline;
  if (!cli_baseline_open(arguments, &baseline)) return EXIT_USAGE;
  int status = EXIT_USAGE;
  if (cli_store_open(arguments, &effort->results))
    status = prove(arguments, setting, &client, effort, baseline, page);
  cli_store_close(effort->results);
  baseline_free(baseline);
  return status;
}

/* A file has the proof of one model. */
static bool files_fit(const struct arguments *arguments, unsigned models) {
  option_set files =
      arguments->given & (TAKES(json) | TAKES(junit) | TAKES(trace) | TAKES(chart) | TAKES(sarif) |
                          TAKES(checkpoint) | TAKES(resume) | TAKES(write_baseline));
  if (models == 1 || !files) return true;
  cli_complain("--%s: expected one model (-p MODEL), found %u", option_first_name(files), models);
  return false;
}

struct prove_call {
  const struct arguments *arguments;
  const struct settings *settings;
  int status;
};

/* Proves each model in turn; the worst status counts. */
static void prove_all(void *context, struct page *page) {
  struct prove_call *call = context;
  struct effort effort = cli_effort(call->arguments);
  for (unsigned i = 0; i < call->settings->count; i++) {
    struct effort own = effort_each(&effort, effort_now());
    if (i && !cli_output_takes_all(call->arguments)) putchar('\n');
    int status = prove_setting(call->arguments, &call->settings->items[i], &own, page);
    call->status = cli_worse_status(call->status, status);
    fflush(stdout);
  }
}

static int prove_with_page(struct prove_call *call) {
  const struct settings *settings = call->settings;
  char *first = setting_name(&settings->items[0]);
  char *title = settings->count == 1
                    ? memory_format("turnsole: a proof of %s", first)
                    : memory_format("turnsole: proofs of %u models", settings->count);
  bool good = cli_page_write(call->arguments,
                             &(struct page_content){ title, NULL, prove_all, call, &call->status });
  memory_free(title);
  memory_free(first);
  return good ? call->status : EXIT_USAGE;
}

static int run(const struct arguments *arguments) {
  struct settings settings;
  if (!any_sms_fits(arguments) || !folder_fits(arguments)) return EXIT_USAGE;
  if (!arguments->models.length)
    return cli_complain("expected a model (-p MODEL); `turnsole list models` names them");
  if (!cli_settings_load(arguments, &machine_source, &settings)) return EXIT_USAGE;
  struct prove_call call = { arguments, &settings, EXIT_HOLDS };
  if (!files_fit(arguments, settings.count)) call.status = EXIT_USAGE;
  else if (arguments->html) call.status = prove_with_page(&call);
  else prove_all(&call, NULL);
  cli_settings_clear(&settings);
  return call.status;
}

const struct command command_prove = {
  .name = "prove",
  .arguments =
      "-p MODEL... [--sms N|any] [--threads N] [--addrs N] [--values N] [--gpus N] [--gpms N]",
  .summary = "the most general client: every thread may issue anything, for ever",
  .help = "Explores the most general client: every thread may issue any request that the\n"
          "model takes, at any address, for ever, with evictions at any time.  Checks the\n"
          "claimed invariants in every state.  Prints the configuration, capacities,\n"
          "properties, states and transitions.\n"
          "A variant that is known to lose an invariant must be seen to lose it; the\n"
          "client is then that of its record, unless options say otherwise.  A model\n"
          "whose GPUs have modules is explored with its SMs and the homes of its lines on\n"
          "them in every way.\n" HELP_PLACEMENTS
          "--sms any proves for any number of SMs at once, by views: one or two SMs, and\n"
          "what the shared controllers keep of others.  2 and 3 SMs are searched first, and\n"
          "find real violations.  If a state joined of views breaks a property, the answer\n"
          "is undecided (status 3): no run may lead there.  The state is shown.  Without\n"
          "--time and --memory it may take two minutes and 4 GiB.\n"
          "--checkpoint saves the search on SIGINT and SIGTERM, when time is up and, with\n"
          "--checkpoint-every, in between, so that a kill at any moment leaves the last\n"
          "one whole.  --resume goes on with it to the same counts, with any -j and on\n"
          "any machine, but by the same build alone: another one may have other tables.\n"
          "Memory can end in the middle of a step, when nothing can be saved any more;\n"
          "the output says what is saved.  SIGINT and SIGTERM may come again during a\n"
          "save; SIGQUIT (Ctrl-\\) ends at once, and leaves the file as it was.  A FILE\n"
          "that holds a saved search needs --resume, and FILE.lock keeps other processes\n"
          "from it.  A proof that is several searches is saved in parts: each is noted\n"
          "when it is done, and --resume makes the others.\n"
          "--per-address explores each address by itself, with all that others may do to\n"
          "it, where the model promises that this can be told.  Then an invariant holds\n"
          "of each among any number of addresses with the same homes.  Two are\n"
          "exceptions: deadlock, and overflow by a step that sends messages of several\n"
          "addresses at once.\n"
          "--deadlock, with --per-address, asks what the states of one address wait for\n"
          "that others may hold up: a message behind another one's, a count that others\n"
          "are in, room.  Where each kind of waiting ends, whatever others do, there is\n"
          "no deadlock among any number of addresses: with the channels that there are,\n"
          "or with channels for each address, or with room for all; the output says\n"
          "which.  Where some may last, that is undecided (status 3), and a run to such a\n"
          "state is shown.\n"
          "Audits follow a search that found nothing.  An audit searches without\n"
          "reductions, follows each store to its answer, and asks for deadlock without\n"
          "the environment's help.  Each adds one thing to the client: a second thread on\n"
          "an SM, a second word, or a second address in the same bank.  One runs every\n"
          "small program of two threads against the memory models that the record claims;\n"
          "one asks for the liveness that it claims.  An audit grows from a small client\n"
          "to the one asked, each search bounded by as many states as that one had, at\n"
          "least 131072 and at most 524288.  The output lists rows that fired in no\n"
          "search, requests that the client never makes, and claims that said nothing.\n"
          "--strict makes these a failure; --no-audit makes no audits.\n"
          "--spill goes on where the memory ends, with states on the disk: with the same\n"
          "counts, verdict and run, at the cost of reading the file once a level.\n"
          "Remembered steps count in --memory and are not spilled.\n"
          "--hash-compaction and --bit-state take less memory and may leave states out: a\n"
          "search by them proves nothing, but a violation that it finds is one.  Every\n"
          "state goes to a file without a name as well, in the folder of --spill, else\n"
          "TMPDIR, else /tmp.\n"
          "--liveness asks another question: can every request still be answered, from\n"
          "every state (possible)?  Is it, if messages, controllers and clocks are fair\n"
          "(guaranteed)?  A failure is shown as a lasso: a run, and a loop in which it\n"
          "goes on for ever.\n" HELP_BASELINE
          "--html writes a page: properties, growth by depth, audits, and the run, to be stepped.\n"
          "Several models are proved in turn; the worst status counts.  --shard I/N leaves\n"
          "models of other parts out, with status 0.\n" HELP_RESULTS_CACHE
          "Of proofs, those are kept that hold.\n"
          "A proof ends at its first violation: behind a known one, others are not sought.",
  .json = "(--shard, a model of another part: model, shard, verdict elsewhere, status) model, "
          "parameters, configuration, verdict (proved, known-violation, violation, "
          "missing-violation, inconclusive), with --baseline known and baseline (path, known, new, "
          "stale), the verdict as a text that says more, the properties "
          "(name, whether claimed, and a verdict: holds, broken, open or undecided), states, how "
          "many these stand_for by symmetry (expanded_stand_for: those of them that were "
          "expanded, where a limit left some), transitions, depth, growth (the states of each "
          "depth up to 255; 0 where a resumed search does not know), end, cut_short where a limit "
          "was hit in the level of a violation, largest_proved where it is inconclusive (of "
          "results/proofs.tsv: sms, threads, addresses, values, states; same: the client asked), "
          "unfit where a resumed search did not fit in the "
          "memory (then the counts are those with which it was saved), and status.  Of a "
          "violation, run has the violation (property, the step that breaks it, and text: what "
          "is broken, a line each), the start, the steps (step, text, rows: file, line, source, "
          "effects, changes) and the end.  With "
          "--liveness: the question, the fairness, and the goals of the client with none, "
          "possible or guaranteed, verdict and lasso (stem, loop: steps as above).  With "
          "--sms any: the configuration has sms \"any\" and threads_on_each, the verdict is "
          "proved, undecided or missing-violation, and there are searches (sms, states, end), "
          "views (of each size that was tried: sms_of_a_view, views, joined, steps, trials, "
          "most_alike, blocked, end), shown_by_sms (0: not known), alarm (properties) and "
          "alarm_state, deadlock (stuck_views, left) and rests_on (promises).  A violation that "
          "a search found is written as without --sms any.",
  .takes = TAKES(models) | TAKES(sms) | TAKES(views) | TAKES(threads) | TAKES(spread) |
           TAKES(addrs) | TAKES(two_words) | TAKES(values) | TAKES(gpus) | TAKES(gpms) |
           TAKES(placement) | TAKES(no_symmetry) | TAKES(no_per_address) | TAKES(per_address) |
           TAKES(deadlock) | TAKES(no_audit) | TAKES(strict) | TAKES(spill) |
           TAKES(hash_compaction) | TAKES(bit_state) | TAKES(virtual_networks) | TAKES_MACHINE |
           TAKES_LIMITS | TAKES(checkpoint) | TAKES(checkpoint_every) | TAKES(resume) |
           TAKES(trace) | TAKES(chart) | TAKES(json) | TAKES(junit) | TAKES_ALERTS | TAKES(html) |
           TAKES(quiet) | TAKES_LIVENESS | TAKES_BASELINE | TAKES(seconds_each) | TAKES(shard) |
           TAKES(results_cache) | TAKES(variants),
  .run = run,
  .processes = true,
};
