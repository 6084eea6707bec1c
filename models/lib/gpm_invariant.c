/* What holds of nhcc and hmg in every state, though neither knows a single writer: an old copy is
 * about to go, and every GPM that has a copy is tracked.
 *
 * A GPM other than the system home has its copy from the next home up: that within its GPU or, at
 * that one, the system's.  Ages tell what the home has overwritten since (gpm_observed.c), so one
 * value is enough.  Of several values, the system home's is compared, too:
 *
 *   - Its home has overwritten a word of its copy => INV of the line is in flight to it.
 *   - A word of its copy is its own store, which its home has yet to take => that store is in
 *     flight to the home.
 *   - A word of its copy differs from the system home's => INV of the line is in flight to it
 *     or, from the system home, to the home within its GPU; or a store from it, or from that
 *     home, has not reached the system home yet.
 *   - It has a copy => it is a sharer at that home (that home: at the system home), or INV is in
 *     flight to it, or its own store to there is.  A home within a GPU whose directory tracks
 *     sharers is itself a sharer, likewise, or an atomic of it is out.
 *
 * A home within a GPU may have evicted its copy, or a store may have overtaken the word there.
 * Then what the system home overwrites shows in the GPU's other copies by their values alone,
 * until that home has taken the invalidation.  Its own copy, when it has one, shows that the
 * invalidation comes. */
#include "models/lib/gpm_invariant.h"

#include "models/lib/gpm.h"

struct hmg_whole {
  const struct shape *shape;
  const struct placement *placement;
  const struct local *const *locals;
  const struct message *messages;
  unsigned count;
};

enum { ANY_WORD = WORDS_MAX };

static const struct line *line_at(const struct hmg_whole *whole, unsigned gpm, unsigned line) {
  return &whole->locals[shape_gpm(whole->shape, gpm)]->line[line];
}

static bool in_flight(const struct hmg_whole *whole, unsigned type, unsigned from, unsigned to,
                      unsigned line, unsigned word) {
  for (unsigned i = 0; i < whole->count; i++) {
    const struct message *m = &whole->messages[i];
    if (m->type == type && m->line == line && (word == ANY_WORD || m->request.word == word) &&
        m->from == shape_gpm(whole->shape, from) && m->to == shape_gpm(whole->shape, to))
      return true;
  }
  return false;
}

/* Something that will end the copy's difference, or track it, is on its way between a GPM and the
 * next home. */
static bool is_pending(const struct hmg_whole *whole, unsigned gpm, unsigned home, unsigned line) {
  return gpm != home && (in_flight(whole, EVENT_INV, home, gpm, line, ANY_WORD) ||
                         in_flight(whole, EVENT_RST, gpm, home, line, ANY_WORD));
}

/* Is the word what its home has given and not overwritten, or about to go, or to come to the home?
 */
static bool word_holds(const struct hmg_whole *whole, unsigned gpm, unsigned home, unsigned line,
                       unsigned word) {
  const struct data *copy = &line_at(whole, gpm, line)->data;
  if (copy->coming[word]) return in_flight(whole, EVENT_RST, gpm, home, line, word);
  return copy->age[word] < AGE_STALE || in_flight(whole, EVENT_INV, home, gpm, line, ANY_WORD);
}

static bool differs(const struct hmg_whole *whole, unsigned gpm, unsigned line) {
  const struct data *copy = &line_at(whole, gpm, line)->data;
  const struct data *home = &line_at(whole, whole->placement->home_of_line[line], line)->memory;
  for (unsigned word = 0; word < WORDS_MAX; word++)
    if (copy->age[word] != AGE_NONE && copy->word[word] != home->word[word]) return true;
  return false;
}

static bool is_tracked(const struct hmg_whole *whole, unsigned gpm, unsigned home, unsigned line) {
  return line_at(whole, home, line)->sharers >> gpm & 1 || is_pending(whole, gpm, home, line);
}

static bool line_holds(const struct hmg_whole *whole, unsigned gpm, unsigned line) {
  unsigned system = whole->placement->home_of_line[line];
  const struct line *here = line_at(whole, gpm, line);
  bool copy = here->data.age[0] != AGE_NONE || here->data.age[1] != AGE_NONE;
  bool stores = here->data.coming[0] || here->data.coming[1];
  if (gpm == system || !(copy || stores || here->sharers))
    return true; /* mostly there is nothing */
  unsigned within = placement_gpu_home(whole->placement, gpm, line),
           next = home_above(whole->placement, gpm, line);
  for (unsigned word = 0; word < WORDS_MAX; word++)
    if (!word_holds(whole, gpm, next, line, word)) return false;
  if (differs(whole, gpm, line) && !is_pending(whole, gpm, next, line) &&
      !is_pending(whole, within, system, line))
    return false;
  bool tracks = here->sharers && !here->writes;
  return !(copy || tracks) || is_tracked(whole, gpm, next, line);
}

bool gpm_copies_hold(const struct shape *shape, const struct local *const *locals,
                     const struct message *messages, unsigned count) {
  struct hmg_whole whole = { machine, &shape->placement, locals, messages, count };
  unsigned gpms = whole.placement->topology.gpus * whole.placement->topology.gpms;
  for (unsigned gpm = 0; gpm < gpms; gpm++)
    for (unsigned line = 0; line < shape->lines; line++)
      if (!line_holds(&whole, gpm, line)) return false;
  return true;
}
