/* Names of C++ in a PTX file. */
#ifndef EXTRACT_DEMANGLE_H
#define EXTRACT_DEMANGLE_H

/* "ns::kernel" of "_ZN2ns6kernelEPi": the names alone, without types.  Of another name a copy. */
char *demangled(const char *symbol);
/* A name of a litmus test made of it: "s" of "_ZZ6kernelPiE1s", "a_b" of "a$b". */
char *demangled_last(const char *symbol);

#endif
