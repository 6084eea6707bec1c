#include "cli/effort.h"

#include <unistd.h>

enum { QUICK_STATES = 1 << 13, QUICK_SAMPLE = 1 << 7, QUICK_MODEL = 3 << 20, QUICK_PLACEMENTS = 4 };

struct effort cli_effort(const struct arguments *arguments) {
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  struct effort effort = {
    .threads = arguments->jobs  ? (unsigned)arguments->jobs
               : processors > 0 ? (unsigned)processors
                                : 1,
    .memory_max = arguments->memory,
    .deadline = arguments->seconds > 0 ? effort_now() + arguments->seconds : 0,
    .seconds_each = arguments->seconds_each,
    .depth_max = (unsigned)arguments->depth,
    .unroll = (unsigned)arguments->unroll,
    .spill = arguments->spill,
    .compact = arguments->hash_compaction,
    .bit_state = arguments->bit_state,
    .layouts = !arguments->apart && !arguments->quick,
    .each = arguments->per_address,
    .deadlock = arguments->deadlock,
    .audit = !arguments->no_audit,
    .strict = arguments->strict,
    .quick_states = arguments->evictions_within ? arguments->evictions_within
                    : arguments->quick          ? QUICK_STATES
                                                : 0,
    .quick_cold = arguments->quick,
    .quick_sample = arguments->quick ? QUICK_SAMPLE : 0,
    .quick_model = arguments->quick ? QUICK_MODEL : 0,
    .quick_placements = arguments->quick ? QUICK_PLACEMENTS : 0,
    .machine = { .cold = arguments->cold,
                 .no_evictions = arguments->no_evictions,
                 .readers = (unsigned)arguments->readers,
                 .no_reduction = arguments->no_reduction,
                 .no_symmetry = arguments->no_symmetry,
                 .together = arguments->no_per_address,
                 .no_deferred_evictions = arguments->no_deferred_evictions,
                 .no_dead_values = arguments->no_dead_values,
                 .no_ample = arguments->no_ample,
                 .capacity = (unsigned)arguments->capacity },
  };
  if (!arguments->quiet && status_line_fits()) effort.status = status_line_report;
  return effort;
}
