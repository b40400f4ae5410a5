#ifndef NACRE_MALLOC_H
#define NACRE_MALLOC_H

#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/// Returns large blocks of memory to the system when they are freed, also after others were freed before.
///
/// The C library of GNU otherwise takes blocks up to 32 MiB from its heaps, once one of their size was freed. Other
/// libraries are left as they are.
static inline void nacre_return_large_blocks(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 128 * 1024);
#endif
}

#endif
