/* What a call of `turnsole ptx` asks for. */
#ifndef EXTRACT_REQUEST_H
#define EXTRACT_REQUEST_H

#include <stdint.h>
#include "base/diagnostic.h"
#include "base/vector.h"

/* A thread of the test: "P0=kernel,cta=0,tid=(1,0,0),cluster=0,gpu=0". */
struct asked_thread {
  unsigned id;
  char *kernel;
  unsigned cta[3], tid[3];
  bool has_cluster;
  unsigned cluster, gpu;
};

/* A parameter: "kernel.0=x", "kernel.1+8=3", "kernel.name=x+4". */
struct asked_parameter {
  char *text; /* as it was given */
  char *kernel, *parameter;
  uint64_t offset;   /* within a parameter that is a structure */
  char *location;    /* NULL: a number */
  uint64_t elements; /* of "x[4]"; 0: not said */
  int64_t number;    /* the value, or what is added to the location */
  bool used;
};

struct asked_value {
  char *location;
  int64_t number;
};

struct asked_test {
  VECTOR(struct asked_thread) threads;
  VECTOR(struct asked_parameter) parameters;
  VECTOR(struct asked_value) values;        /* initial values of locations */
  unsigned ntid[3], nctaid[3], clusters[3]; /* CTA, grid and cluster; 0: not said */
  const char *condition;                    /* NULL: list what threads write and load */
  const char *name;                         /* of the test */
};

/* Each takes the word of an option, and adds it. */
bool request_thread(struct asked_test *request, const char *word, struct diagnostic *error);
bool request_parameter(struct asked_test *request, const char *word, struct diagnostic *error);
bool request_value(struct asked_test *request, const char *word, struct diagnostic *error);
/* "64", "8x2x1" or "(8,2,1)", named `option` in the message. */
bool request_sizes(unsigned sizes[3], const char *word, const char *option,
                   struct diagnostic *error);
void request_clear(struct asked_test *request);

#endif
