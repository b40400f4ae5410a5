// What programs that put themselves between the engine and libc have in common; for Linux, with _GNU_SOURCE.
#ifndef INTERPOSING_H
#define INTERPOSING_H

#include <dlfcn.h>
#include <stdatomic.h>

// The call of libc with a name. Several threads may look it up at once, with the same result.
#define REAL(name) \
    static __typeof__(name) *_Atomic found; \
    __typeof__(name) *real = atomic_load_explicit(&found, memory_order_relaxed); \
    if (!real) { \
        real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name); \
        atomic_store_explicit(&found, real, memory_order_relaxed); \
    }

#endif
