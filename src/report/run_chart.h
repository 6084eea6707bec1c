/* Runs of machines as message sequence charts. */
#ifndef REPORT_RUN_CHART_H
#define REPORT_RUN_CHART_H

#include "report/draw/chart.h"
#include "run/counterexample.h"
#include "verify/liveness.h"

/* The run, and what it breaks; to be cleared by chart_clear. */
struct chart chart_of_run(const struct counterexample *counterexample);
/* A lasso: a run and its loop. */
struct chart chart_of_lasso(const struct liveness_answer *answer);

#endif
