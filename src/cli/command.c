/* Shared by commands: finding one by name, exit statuses, and exclusions between options. */
#include "cli/command.h"

#include <stddef.h>
#include "base/text.h"
#include "cli/baseline_files.h"
#include "cli/output.h"

const struct command *command_named(const struct command *const *list, const char *name) {
  for (; *list; list++)
    if (text_equal((*list)->name, name)) return *list;
  return NULL;
}

int cli_worse_status(int a, int b) {
  static const int rank[] = {
    [EXIT_HOLDS] = 0, [EXIT_INCONCLUSIVE] = 1, [EXIT_FAILS] = 2, [EXIT_USAGE] = 3
  };
  return rank[a] >= rank[b] ? a : b;
}

/* --- exclusions --- */

#define LOSSY (TAKES(hash_compaction) | TAKES(bit_state))
#define SAVED (TAKES(checkpoint) | TAKES(resume))

const struct exclusion exclusion_table[] = {
  { "allow", 0, NEEDS, TAKES(memory_models),
    "expected a memory model (-m MEMMODEL); `turnsole list memmodels` names them" },
  { "allow", TAKES(format), NEEDS, TAKES(why), "--%s: expected --why, too: it draws explanations" },
  { "allow", TAKES(html), NEEDS, TAKES(why),
    "--%s: expected --why, too: the page has explanations" },
  { "table", TAKES(paths), NEEDS, TAKES(coverage), "table takes tests only with --coverage" },
  { "explore", TAKES(json), NEEDS, TAKES(replay) | TAKES(count),
    "--%s: expected --count, too; run says in JSON what models make of tests" },
  { "explore", TAKES(witness) | TAKES(trace) | TAKES(chart) | TAKES(html) | TAKES(replay), EXCLUDES,
    TAKES(count), "--%s does not go with --count, which shows no run" },
  { "explore", TAKES(witness) | TAKES(placement) | TAKES(trace) | TAKES(json), EXCLUDES,
    TAKES(replay), "the run is replayed as it was saved: --%s cannot change it" },
  { "step", TAKES(placement), EXCLUDES, TAKES(replay),
    "the run is replayed as it was saved: --%s cannot change it" },
  { "step", TAKES(placement), NEEDS, TAKES(paths), "--%s: expected a TEST, too" },
  { "step", TAKES(sms) | TAKES(threads) | TAKES(addrs) | TAKES(values), EXCLUDES,
    TAKES(paths) | TAKES(replay), "--%s is for the most general client, without a TEST" },
  { "prove", TAKES(paths), NEEDS, 0,
    "prove takes no tests: the most general client issues everything" },
  { "mutate", TAKES(clients), EXCLUDES, TAKES(paths),
    "--%s takes no tests: the most general client issues everything" },
  { "mutate", TAKES(apart) | TAKES(unroll), EXCLUDES, TAKES(clients),
    "--clients does not go with --%s, which is for tests" },

  { NULL, TAKES(fairness) | TAKES(back_off), NEEDS, TAKES(liveness),
    "--%s: expected --liveness, too" },
  { NULL,
    TAKES(witness) | TAKES(replay) | TAKES(strongest) | SAVED | TAKES(trace) | TAKES(junit) |
        TAKES_ALERTS | TAKES(memory_models) | TAKES(includes),
    EXCLUDES, TAKES(liveness), "--%s does not go with --liveness" },

  { "run", TAKES(html), EXCLUDES, TAKES(liveness), "--%s does not go with --liveness" },
  { "run", TAKES(strict), NEEDS, TAKES(baseline), "--%s: expected --baseline FILE, too" },
  { "run", TAKES(race_free), NEEDS, TAKES(strongest), "--%s: expected --strongest, too" },
  { "run", TAKES(includes), NEEDS, TAKES(memory_models), "--%s: expected -m PATH, too" },
  { NULL, TAKES(seconds_each) | TAKES(shard) | TAKES(results_cache), EXCLUDES,
    TAKES(liveness) | TAKES(strongest), "--%s does not go with --liveness and --strongest" },
  { NULL, TAKES_BASELINE, EXCLUDES, TAKES(liveness) | TAKES(strongest),
    "--%s: it is for violations, not for --liveness and --strongest" },

  { NULL, TAKES(hash_compaction), EXCLUDES, TAKES(bit_state),
    "--%s: there is one set of visited states" },
  { NULL, LOSSY, EXCLUDES, SAVED, "--%s: such a search is not saved" },
  { NULL, LOSSY, EXCLUDES, TAKES(liveness), "--%s: liveness needs all states" },
  { NULL, TAKES(spill), EXCLUDES, TAKES(liveness), "--%s: liveness needs all states in memory" },
  { NULL, TAKES(checkpoint_every), NEEDS, TAKES(checkpoint),
    "--%s: expected --checkpoint FILE, too" },

  { NULL,
    TAKES(trace) | SAVED | TAKES(results_cache) | TAKES(liveness) | TAKES(per_address) |
        TAKES(processes) | TAKES(views),
    EXCLUDES, TAKES(virtual_networks), "--%s does not go with --virtual-networks" },
  { NULL, TAKES(deadlock), NEEDS, TAKES(per_address), "--%s: expected --per-address, too" },
  { NULL, TAKES(deadlock), EXCLUDES, TAKES(processes),
    "--%s: what addresses wait for is in one memory" },
  { NULL, TAKES(deadlock), EXCLUDES, LOSSY, "--%s: it is told from all states" },
  { NULL, TAKES(strict), EXCLUDES, TAKES(no_audit), "--%s: --no-audit is the opposite" },
  { "prove", TAKES(strict), EXCLUDES, TAKES(resume),
    "--%s: what fired before --resume is not known" },
  { NULL, TAKES(per_address), EXCLUDES, TAKES(no_per_address),
    "--%s: --no-per-address is the opposite" },
  { NULL, TAKES(per_address), EXCLUDES, TAKES(liveness),
    "--%s: liveness is asked of all addresses together" },

  { "run", TAKES_ALERTS, EXCLUDES, TAKES(strongest),
    "--%s: with --strongest a refuted memory model is an answer, and nothing is a failure" },
  { "run", TAKES(readers) | TAKES(bystanders), EXCLUDES,
    TAKES(liveness) | TAKES(strongest) | TAKES(processes),
    "--%s goes with neither --liveness nor --strongest, and not with many processes" },
  { "run", TAKES(bystanders), EXCLUDES, TAKES(readers) | TAKES(quick) | TAKES(evictions_within),
    "--%s: any number of readers, and all states, are asked for: neither --readers nor --quick nor "
    "--evictions-within goes with it" },
  { "run", TAKES(bystanders), EXCLUDES,
    TAKES_BASELINE | TAKES(shard) | TAKES(results_cache) | TAKES(seconds_each),
    "--%s does not go with --baseline, --write-baseline, --shard, --results-cache and "
    "--time-each" },
  { "run", SAVED, EXCLUDES, TAKES(processes),
    "--checkpoint, --resume: a run by many processes keeps no journal" },
  { "prove", LOSSY, EXCLUDES, TAKES(processes),
    "processes search with exact sets of many threads only" },
  { "prove", SAVED, EXCLUDES, TAKES(processes), "a search by many processes is not saved" },
  { "prove", TAKES(liveness), EXCLUDES, TAKES(processes),
    "--%s: liveness needs all states in one memory" },
  { 0 },
};

bool exclusions_hold(const struct exclusion *table, const char *command, option_set given) {
  for (const struct exclusion *row = table; row->message; row++) {
    if (row->command && !text_equal(row->command, command)) continue;
    if (row->options && !(given & row->options)) continue;
    if (!(given & row->others) != (row->relation == NEEDS)) continue;
    option_set asked = given & row->options;
    cli_complain(row->message, asked ? option_first_name(asked) : "");
    return false;
  }
  return true;
}
