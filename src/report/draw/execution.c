#include "report/draw/execution.h"

#define FREE_ALL(texts)                                                            \
  do {                                                                             \
    for (size_t i_ = 0; i_ < (texts).length; i_++) memory_free((texts).items[i_]); \
    vector_free(texts);                                                            \
  } while (0)

void execution_graph_clear(struct execution_graph *graph) {
  memory_free(graph->title);
  memory_free(graph->thick);
  FREE_ALL(graph->lines);
  FREE_ALL(graph->notes);
  FREE_ALL(graph->columns);
  for (size_t i = 0; i < graph->events.length; i++) {
    memory_free(graph->events.items[i].name);
    memory_free(graph->events.items[i].text);
    memory_free(graph->events.items[i].about);
  }
  for (size_t i = 0; i < graph->edges.length; i++) memory_free(graph->edges.items[i].label);
  for (size_t i = 0; i < graph->relations.length; i++) {
    memory_free(graph->relations.items[i].label);
    memory_free(graph->relations.items[i].words);
  }
  vector_free(graph->events);
  vector_free(graph->edges);
  vector_free(graph->relations);
  *graph = (struct execution_graph){ 0 };
}
