/* prove: the most general client. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>
#include "os/processes.h"
#include "os/replaceable.h"
#include "base/text.h"
#include "cli/ask_liveness.h"
#include "report/cost_text.h"
#include "cli/command.h"
#include "os/interrupt.h"
#include "cli/status_line.h"
#include "cli/effort.h"
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/settings.h"
#include "os/nameless_file.h"
#include "os/stream.h"
#include "report/proof_text.h"
#include "report/saved_text.h"
#include "run/trace_file.h"
#include "report/proof_junit.h"
#include "verify/proof.h"
#include "run/effort.h"
#include "verify/proof_search.h"
#include "run/client.h"
#include "run/cost.h"
#include "report/proof_json.h"

static bool write_files(const struct arguments *arguments, const struct proof *proof,
                        const struct cost *cost) {
  FILE *file = cli_output_open(arguments->json);
  if (file) proof_json(file, proof, arguments->quiet ? NULL : cost);
  bool good = cli_output_close(file, arguments->json);
  file = cli_output_open(arguments->junit);
  if (file) proof_junit(file, proof);
  good &= cli_output_close(file, arguments->junit);
  if (!proof->counterexample) {
    cli_trace_unused(arguments);
    return good;
  }
  file = cli_output_open(arguments->trace);
  if (file) trace_file_write(file, proof->counterexample);
  return cli_output_close(file, arguments->trace) && good;
}

/* Can a file be made there?  Else errno tells why. */
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

/* May the system have such GPUs? */
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

static int run(const struct arguments *arguments) {
  struct setting setting;
  struct proof proof;
  struct diagnostic error = { NULL };
  if (!folder_fits(arguments) || !cli_setting_load(arguments, &machine_list, &setting))
    return EXIT_USAGE;
  struct effort effort = cli_effort(arguments);
  if (!checkpoint_of(arguments, &effort.checkpoint)) return EXIT_USAGE;
  struct client asked = { .sms = (unsigned)arguments->sms,
                          .threads = (unsigned)arguments->threads,
                          .lines = (unsigned)arguments->addrs,
                          .values = (unsigned)arguments->values,
                          .spread = arguments->spread,
                          .two_words = arguments->two_words,
                          .topology = { (unsigned)arguments->gpus, (unsigned)arguments->gpms } };
  struct client client = client_asked(&setting, &asked);
  if (!modules_fit(arguments, setting.system, &client.topology)) return EXIT_USAGE;
  if (arguments->placement && !choose_placement(&client, (unsigned)arguments->placement))
    return EXIT_USAGE;
  if (arguments->liveness) return liveness_ask_client(arguments, &setting, &client);
  bool good = proof_run(&setting, &client, &effort, &proof, &error);
  status_line_end();
  if (!good) return cli_complain_of(&error);
  proof.placement = (unsigned)arguments->placement;
  bool silent = cli_output_takes_all(arguments);
  if (!silent) proof_print(stdout, &proof, arguments->quiet);
  struct cost cost = cost_of_search(&proof.result, proof.largest);
  cost_weigh(&cost, true);
  if (!silent && !arguments->quiet) cost_print(&cost, "states");
  if (!silent)
    proof_saved_print(stdout, &proof, &effort.checkpoint, proof_is_in_parts(&client, &effort));
  int status = write_files(arguments, &proof, &cost) ? proof_status(&proof) : EXIT_USAGE;
  if (proof.journal_failed) status = cli_complain("cannot write all of %s", arguments->checkpoint);
  proof_clear(&proof);
  return status;
}

const struct command command_prove = {
  .name = "prove",
  .arguments = "-p MODEL [--sms N] [--threads N] [--addrs N] [--values N] [--gpus N] [--gpms N]",
  .summary = "the most general client: every thread may issue anything, for ever",
  .help = "Explores all that can happen when every thread may issue any request that the model "
          "takes, at any address, for\n"
          "ever, with evictions at any time, and checks the claimed invariants in every state.  "
          "Says what was proved:\n"
          "configuration, capacities, properties, states and transitions; --quiet leaves out time "
          "and memory.\n"
          "--checkpoint saves the search, on SIGINT and SIGTERM, when time is up and, with "
          "--checkpoint-every, in between, so\n"
          "that a kill at any moment leaves the last one whole; --resume goes on with it, with any "
          "-j and on any machine, to\n"
          "the same counts, but by the same build of turnsole alone (of the same source and "
          "compiler): another one may have\n"
          "other tables.  Memory can end in the middle of a step, when nothing can be saved any "
          "more: what there is to go on\n"
          "from is said.  SIGINT and SIGTERM may come again while it is being saved; who cannot "
          "wait sends SIGQUIT (Ctrl-\\),\n"
          "which leaves what was saved before.\n"
          "A FILE that holds a saved search is not begun anew, but gone on with, by --resume of "
          "the same FILE, or left alone.\n"
          "Who would save where another process does is refused: FILE.lock is that one's, as long "
          "as it runs.\n"
          "A proof that is several searches (of all placements of modules; with --per-address, of "
          "addresses) is saved in parts: each\n"
          "search that is done is noted at once, and --resume makes the others; what is lost is "
          "the one under way.\n"
          "A variant that is known to lose an invariant must be seen to lose it; the client is "
          "then, unless told, the one that\n"
          "its record names.  A model that has GPUs of modules is explored with its SMs and the "
          "homes of its lines on them in\n"
          "every way.\n" HELP_PLACEMENTS
          "--per-address explores each address by itself, with all that others may do to it, where "
          "a model promises that this can be\n"
          "told: then what holds holds of each among any number of addresses, with the same homes. "
          " Deadlock is an exception:\n"
          "there is none of one address alone.  So is overflow by a step that sends messages of "
          "several addresses at once.\n"
          "--deadlock, with --per-address, asks what states of one address wait for that others "
          "may hold up: a message behind another\n"
          "one's, a count that others are in, room.  Where each kind of waiting ends, whatever "
          "others do, there is no deadlock\n"
          "among any number of addresses: with the channels that there are, or if each address has "
          "such channels of its own, or\n"
          "if channels have room for all; it says which.  Where some may last, that is undecided "
          "(status 3), and a run to such a\n"
          "state is shown.  No message is taken before all else then, unless nothing can hold it "
          "up; so there are more states.\n"
          "Audits follow a search that found nothing.  An audit searches without reductions,\n"
          "follows each store to its answer, and asks for deadlock without the environment's\n"
          "help.  Each adds one thing to the client: a second thread on an SM, a second word, or\n"
          "a second address in the same bank.  One runs every small program of two threads\n"
          "against the memory models that the record claims.  One asks for the progress that the\n"
          "record claims.  An audit grows from a small client to the one asked.  Each of its\n"
          "searches has a bound on states: as many as the search asked had, at least 131072 and\n"
          "at most 524288.  What an audit breaks is broken.  Rows that fired in no search are\n"
          "listed, and so are requests that the client never makes, and claims that said\n"
          "nothing.  --strict makes these a failure; --no-audit makes no audits.\n"
          "--spill goes on where the memory ends, with the states on the disk: the same counts, "
          "verdict and run, at the cost\n"
          "of reading the file once a level.  Steps that were computed are remembered, and count "
          "in --memory: they are not\n"
          "spilled, so a model with many needs more memory, and is told how much they held where "
          "the search ends for them.\n"
          "--hash-compaction and --bit-state take less memory and may leave states out: they say "
          "how likely that was, and a\n"
          "search by them proves nothing, though a violation that it finds is one.  Every state "
          "goes to a file without a name\n"
          "besides, in the folder of --spill, else TMPDIR, else /tmp: a search that fills that "
          "disk ends there.\n"
          "--liveness asks another question: can every request still be answered, from every state "
          "(possible)?  And is it,\n"
          "whatever happens, if messages, controllers and clocks are fair (guaranteed)?  What "
          "fails is shown as a lasso: a run,\n"
          "and a loop in which it goes on for ever.",
  .takes = TAKES(models) | TAKES(sms) | TAKES(threads) | TAKES(spread) | TAKES(addrs) |
           TAKES(two_words) | TAKES(values) | TAKES(gpus) | TAKES(gpms) | TAKES(placement) |
           TAKES(no_symmetry) | TAKES(no_per_address) | TAKES(per_address) | TAKES(deadlock) |
           TAKES(no_audit) | TAKES(strict) | TAKES(spill) | TAKES(hash_compaction) |
           TAKES(bit_state) | TAKES_MACHINE | TAKES_LIMITS | TAKES(checkpoint) |
           TAKES(checkpoint_every) | TAKES(resume) | TAKES(trace) | TAKES(json) | TAKES(junit) |
           TAKES(quiet) | TAKES_LIVENESS,
  .run = run,
  .processes = true,
};
