/* All states of a complete search, for an analysis that goes on with them. */
#ifndef SEARCH_EXPLORED_H
#define SEARCH_EXPLORED_H

#include "os/budget.h"
#include "search/model.h"
#include "states/visited.h"

struct explored {
  const struct model *model;
  struct visited *visited;
  struct budget *budget;
  uint64_t transitions;
  uint64_t index_end;                            /* all states have lesser indices */
  unsigned member_count;                         /* threads that may be used */
  void **workers;                                /* the model's, by member */
  bool (*late)(const struct explored *explored); /* has the search's time run out? */
  const void *run;                               /* private to the search */
};

#endif
