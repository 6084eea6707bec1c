/* Enumerates set partitions by restricted growth.  Each thread goes to an SM in use, or to the next
 * new one; so do locations with lines, and lines with banks.  So each partition comes up once,
 * whatever the names. */
#include <string.h>
#include "protocol/placement.h"

struct placement_walk {
  const struct program *program;
  const struct placement_options *options;
  bool (*visit)(void *context, const struct placement *placement);
  void *context;
  struct placement placement;
  unsigned gpus, indices;       /* GPUs, and indices of GPMs, in use */
  const struct placement *only; /* the placement that is looked for; NULL: all */
  bool go_on;
};

/* May thread t run on `sm`, given the SMs of the threads before it? */
static bool sm_admits(const struct placement_walk *walk, unsigned t, unsigned sm) {
  const struct thread *threads = walk->program->threads;
  for (unsigned u = 0; u < t; u++) {
    bool here = walk->placement.sm_of_thread[u] == sm;
    bool together = place_same_cta(&threads[u].place, &threads[t].place);
    if (walk->options->warps) {
      if (here && !together) return false;
      continue;
    }
    if (together != here && (together || threads[u].place.gpu != threads[t].place.gpu))
      return false;
  }
  return true;
}

/* --- on GPMs --- */

typedef void go_on_from(struct placement_walk *walk, unsigned at);

/* Tries each index in use, and a new one, in a GPU, and goes on from `at`. */
static void place_in_gpu(struct placement_walk *walk, uint8_t *gpm, unsigned gpu, go_on_from *then,
                         unsigned at) {
  const struct topology *topology = &walk->placement.topology;
  unsigned gpus = walk->gpus, indices = walk->indices;
  for (unsigned index = 0; index <= indices && index < topology->gpms; index++) {
    *gpm = (uint8_t)(gpu * topology->gpms + index);
    if (gpu == gpus) walk->gpus++;
    if (index == indices) walk->indices++;
    then(walk, at);
    walk->gpus = gpus;
    walk->indices = indices;
  }
}

static void place_homes(struct placement_walk *walk, unsigned line) {
  struct placement *placement = &walk->placement;
  if (!walk->go_on) return;
  if (line == placement->lines || !placement->topology.gpms || placement->topology.no_homes) {
    walk->go_on = walk->visit(walk->context, placement);
    return;
  }
  unsigned gpus = walk->gpus;
  for (unsigned gpu = 0; gpu <= gpus && gpu < placement->topology.gpus; gpu++)
    place_in_gpu(walk, &placement->home_of_line[line], gpu, place_homes, line + 1);
}

/* The GPU of a thread: that of an earlier thread of the same GPU, or else the next one.  A machine
 * of one GPU has all threads there. */
static unsigned gpu_of_thread(const struct placement_walk *walk, unsigned t) {
  const struct placement *placement = &walk->placement;
  const struct thread *threads = walk->program->threads;
  for (unsigned u = 0; u < t; u++)
    if (threads[u].place.gpu == threads[t].place.gpu)
      return placement->gpm_of_sm[placement->sm_of_thread[u]] / placement->topology.gpms;
  return placement->topology.gpus > 1 ? walk->gpus : 0;
}

/* --- in banks --- */

static void place_banks(struct placement_walk *walk, unsigned line) {
  struct placement *placement = &walk->placement;
  if (!walk->go_on) return;
  if (line == placement->lines) {
    place_homes(walk, 0);
    return;
  }
  unsigned banks = placement->banks;
  unsigned choices = walk->options->banks ? banks + 1 : 1;
  for (unsigned i = 0; i < choices; i++) {
    unsigned bank = banks - i; /* different banks first: the easiest to follow */
    if (walk->only && walk->only->bank_of_line[line] != bank) continue;
    placement->bank_of_line[line] = (uint8_t)bank;
    placement->banks = bank == banks ? banks + 1 : banks;
    place_banks(walk, line + 1);
    placement->banks = banks;
  }
}

static unsigned words_in(const struct placement_walk *walk, unsigned location, unsigned line) {
  unsigned words = 0;
  for (unsigned i = 0; i < location; i++)
    if (walk->program->locations[i].physical == i && walk->placement.line_of_location[i] == line)
      words++;
  return words;
}

static void place_locations(struct placement_walk *walk, unsigned location) {
  struct placement *placement = &walk->placement;
  if (!walk->go_on) return;
  if (location == walk->program->location_count) {
    place_banks(walk, 0);
    return;
  }
  if (walk->program->locations[location].physical != location) { /* an alias */
    place_locations(walk, location + 1);
    return;
  }
  unsigned lines = placement->lines;
  unsigned choices = walk->options->shared_lines ? lines + 1 : 1;
  for (unsigned i = 0; i < choices; i++) {
    unsigned line = lines - i; /* different lines first */
    unsigned word = words_in(walk, location, line);
    const struct placement *only = walk->only;
    if (only &&
        (only->line_of_location[location] != line || only->word_of_location[location] != word))
      continue;
    if (word == WORDS_MAX || (line == lines && lines == LINES_MAX)) continue;
    placement->line_of_location[location] = (uint8_t)line;
    placement->word_of_location[location] = (uint8_t)word;
    placement->lines = line == lines ? lines + 1 : lines;
    place_locations(walk, location + 1);
    placement->lines = lines;
  }
}

static void place_threads(struct placement_walk *walk, unsigned thread) {
  struct placement *placement = &walk->placement;
  if (!walk->go_on) return;
  if (thread == walk->program->thread_count) {
    place_locations(walk, 0);
    return;
  }
  unsigned sms = placement->sms;
  for (unsigned sm = 0; sm <= sms; sm++) {
    if (!sm_admits(walk, thread, sm) || (walk->only && walk->only->sm_of_thread[thread] != sm))
      continue;
    unsigned gpu = placement->topology.gpms ? gpu_of_thread(walk, thread) : 0;
    placement->sm_of_thread[thread] = (uint8_t)sm;
    placement->sms = sm == sms ? sms + 1 : sms;
    if (sm == sms && placement->topology.gpms)
      place_in_gpu(walk, &placement->gpm_of_sm[sm], gpu, place_threads, thread + 1);
    else place_threads(walk, thread + 1);
    placement->sms = sms;
  }
}

/* The topology that was asked for, with enough GPUs for the program. */
static struct topology topology_for(const struct program *program, struct topology asked) {
  unsigned gpus = 0;
  for (unsigned t = 0; t < program->thread_count; t++) {
    bool known = false;
    for (unsigned u = 0; u < t; u++)
      known |= program->threads[u].place.gpu == program->threads[t].place.gpu;
    gpus += !known;
  }
  if (asked.gpus > 1 && gpus > asked.gpus) asked.gpus = gpus;
  return asked;
}

static bool fits(const struct program *program, struct topology topology) {
  unsigned memories = 0;
  for (unsigned i = 0; i < program->location_count; i++)
    memories += program->locations[i].physical == i;
  return program->thread_count <= CORES_MAX && memories <= LINES_MAX &&
         topology.gpus * topology.gpms <= GPMS_MAX;
}

static bool walk_all(struct placement_walk *walk) {
  walk->placement.topology = topology_for(walk->program, walk->options->topology);
  if (!fits(walk->program, walk->placement.topology)) return false;
  place_threads(walk, 0);
  return true;
}

bool placements_each(const struct program *program, const struct placement_options *options,
                     bool (*visit)(void *context, const struct placement *placement),
                     void *context) {
  struct placement_walk walk = {
    .program = program, .options = options, .visit = visit, .context = context, .go_on = true
  };
  return walk_all(&walk);
}

static bool compare(void *context, const struct placement *placement) {
  struct placement_walk *walk = context;
  const struct placement *only = walk->only;
  unsigned locations = walk->program->location_count;
  return !(placement->sms == only->sms && placement->lines == only->lines &&
           placement->banks == only->banks &&
           !memcmp(placement->line_of_location, only->line_of_location, locations) &&
           !memcmp(placement->word_of_location, only->word_of_location, locations) &&
           placement->topology.gpus == only->topology.gpus &&
           placement->topology.gpms == only->topology.gpms &&
           !memcmp(placement->gpm_of_sm, only->gpm_of_sm, placement->sms) &&
           !memcmp(placement->home_of_line, only->home_of_line, placement->lines));
}

bool placement_admitted(const struct program *program, const struct placement_options *options,
                        const struct placement *placement) {
  struct placement_walk walk = {
    .program = program, .options = options, .visit = compare, .only = placement, .go_on = true
  };
  walk.context = &walk;
  return walk_all(&walk) && !walk.go_on;
}

unsigned placement_gpu_home(const struct placement *placement, unsigned gpm, unsigned line) {
  unsigned gpms = placement->topology.gpms;
  return gpm / gpms * gpms + placement->home_of_line[line] % gpms;
}

bool placement_gpm_is_used(const struct placement *placement, unsigned gpm) {
  for (unsigned sm = 0; sm < placement->sms; sm++)
    if (placement->gpm_of_sm[sm] == gpm) return true;
  for (unsigned line = 0; line < placement->lines && !placement->topology.no_homes; line++)
    if (placement_gpu_home(placement, gpm, line) == gpm) return true;
  return false;
}

bool placement_gpm_leads_home(const struct placement *placement, unsigned from, unsigned to) {
  for (unsigned line = 0; line < placement->lines; line++) {
    unsigned home = placement_gpu_home(placement, from, line);
    if (to == (from == home ? placement->home_of_line[line] : home)) return true;
  }
  return false;
}

void placement_print_gpm(FILE *out, const struct topology *topology, unsigned gpm) {
  fprintf(out, "%u", gpm / topology->gpms);
  if (!topology->no_homes) fprintf(out, ".%u", gpm % topology->gpms);
}

static void at_gpm_print(FILE *out, const struct placement *placement, unsigned gpm) {
  if (!placement->topology.gpms) return;
  fputc('@', out);
  placement_print_gpm(out, &placement->topology, gpm);
}

void placement_print(FILE *out, const struct program *program, const struct placement *placement) {
  for (unsigned sm = 0; sm < placement->sms; sm++) {
    const char *separator = sm ? "|" : "";
    for (unsigned t = 0; t < program->thread_count; t++)
      if (placement->sm_of_thread[t] == sm) {
        fprintf(out, "%sP%u", separator, program->threads[t].id);
        separator = ",";
      }
    at_gpm_print(out, placement, placement->gpm_of_sm[sm]);
  }
  const char *separator = " ";
  for (unsigned line = 0; line < placement->lines; line++) {
    fputs(separator, out);
    separator = "";
    for (unsigned i = 0; i < program->location_count; i++)
      if (program->locations[i].physical == i && placement->line_of_location[i] == line) {
        fprintf(out, "%s%s", separator, program->locations[i].name);
        separator = ",";
      }
    if (!placement->topology.no_homes) at_gpm_print(out, placement, placement->home_of_line[line]);
    if (placement->banks < placement->lines) fprintf(out, "@%u", placement->bank_of_line[line]);
    separator = "|";
  }
}
