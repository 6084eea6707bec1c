/* SIGINT and SIGTERM, for searches that are saved when they come. */
#ifndef OS_INTERRUPT_H
#define OS_INTERRUPT_H

/* From now on each of them makes the number true, and ends nothing by itself; SIGQUIT and SIGKILL
 * still do. */
const volatile int *interrupt_watch(void);

#endif
