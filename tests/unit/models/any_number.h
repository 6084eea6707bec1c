/* What the tests of proofs for any number of SMs share (abstract/any_sms.h). */
#ifndef TESTS_MODELS_ANY_NUMBER_H
#define TESTS_MODELS_ANY_NUMBER_H

#include "abstract/any_sms.h"
#include "machine/clients.h"
#include "plant.h"
#include "search/search.h"

/* A proof that is asked for.  A 0 means: as usual. */
struct any_question {
  struct setting setting;
  const struct mutant *mutant;
  unsigned threads; /* of each SM; 0: 1 */
  unsigned lines, values;
  bool two_words, no_deferred_evictions;
  unsigned capacity;
  unsigned joins_max; /* pairs of a view and a node; 0: no limit.  Beyond, it is out of time. */
};

struct any_sms *any_asked(const struct any_question *question);

/* Finds the views of so many SMs. */
struct any_sms_result any_views(struct any_sms *any, unsigned nodes);

/* Searches a machine of so many SMs, up to the level with so many states.  `any` notes its views;
 * NULL: nothing does.  The search ends at `stop_at`. */
struct search_result any_search(const struct any_question *question, struct any_sms *any,
                                unsigned sms, uint64_t states_max, uint64_t stop_at);

/* The properties whose violation is an alarm, or ends a search. */
uint64_t any_properties(const struct setting *setting);

/* A variant's client: its lines, values, words, and enough threads on each SM. */
struct any_question any_question_of(const struct setting *setting);

/* Can the system be proved in this way? */
bool any_can_prove(const struct any_question *question);

/* The least size of views that proves the model: 1 or 2. */
unsigned any_nodes_of(const struct system *system);

/* gpu-vi with a fault that needs so many SMs: the L2 goes on at the n-th acknowledgement, though
 * others are missing.  There are the writer, n sharers that have answered, and one that has not. To
 * be released with free(). */
struct planted *gpu_vi_that_counts(int acknowledgements);

const char *any_end_name(enum any_sms_end end);

#endif
