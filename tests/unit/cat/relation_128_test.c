#define EVENT_WORDS 2
#include "relation_test.c"
