/* SIGINT and SIGTERM, for searches that are saved when they come. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

/* From now on the first of them makes the number true, and the next one ends the program as usual. */
const volatile int *interrupt_watch(void);

#endif
