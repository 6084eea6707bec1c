/* A second stack for a thread's signal handlers: one that handles a stack overflow needs it. */
#ifndef OS_SIGNAL_STACK_H
#define OS_SIGNAL_STACK_H

/* Gives the calling thread a stack for handlers with SA_ONSTACK, unless it has one.  Each thread
 * that runs a model's code calls this once. */
void signal_stack_use(void);

#endif
