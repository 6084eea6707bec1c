#define EVENT_WORDS 4
#include "relation_test.c"
