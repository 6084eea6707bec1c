/* Completion scripts for shells, made from the records of commands and options. */
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include <stdbool.h>
#include <stdio.h>

/* Prints the script for "bash", "zsh" or "fish".  false: there is no script for that shell. */
bool completion_print(FILE *out, const char *shell);

#endif
