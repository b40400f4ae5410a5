#ifndef NACRE_PREFETCH_H
#define NACRE_PREFETCH_H

/// Prefetches the cache line of an address that is read soon; no effect if the address is not mapped.
static inline void nacre_prefetch(const void *address) { __builtin_prefetch(address); }

#endif
