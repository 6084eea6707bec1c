/* Claims of rcc on its copies; rcc-hier's claims are made of the same parts. */
#ifndef MODELS_LIB_RCC_CLAIMS_H
#define MODELS_LIB_RCC_CLAIMS_H

#include "protocol/step.h"

/* Messages of one line in flight between a cache and its home, answers included. They are counts of
 * fetches (with atomics) and of write-backs, and the set of words that the home lacks. */
struct rcc_under_way {
  uint8_t fetches, writes, words;
};

void rcc_count_message(const struct message *m, struct rcc_under_way *line);
/* The cache that sent the message, or takes it, as a controller's number. */
unsigned rcc_cache_of(const struct message *m);
/* Does `holds` hold of each line, and does the cache count its write-backs rightly? */
bool rcc_cache_holds(const struct shape *shape, const struct local *cache,
                     const struct rcc_under_way *out,
                     bool (*holds)(const struct line *line, const struct rcc_under_way *out));
bool rcc_l1s_hold(const struct shape *shape, const struct local *const *locals,
                  struct rcc_under_way (*all)[LINES_MAX]);
bool rcc_words_are_kept(const struct shape *shape, const struct local *const *locals,
                        const struct message *messages, unsigned count);
/* The words of a line that the step has sent to the L2, as a set. */
unsigned rcc_written_back(const struct step *s, unsigned line);
/* Is no dirty word lost, an owed write-back sent in full, and no second one out? */
bool rcc_line_is_kept(const struct step *s, const struct local *before, unsigned at);
/* Is the line flushed, as a release or a fence demands: not dirty, or owed? */
bool rcc_is_flushed(const struct line *line);
/* Is a line that the fill has made readable what the fill brought, but for dirty words? */
bool rcc_is_as_sent(const struct step *s, const struct line *line);
bool rcc_l1_keeps(const struct step *s, const struct local *before);
bool rcc_l2_keeps(const struct step *s, const struct local *before);

#endif
