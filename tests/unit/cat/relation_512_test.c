#define EVENT_WORDS 8
#include "relation_test.c"
