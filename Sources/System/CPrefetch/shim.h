#ifndef NACRE_PREFETCH_H
#define NACRE_PREFETCH_H

/// Asks for the cache line of an address that is read soon; does nothing where the address is not mapped.
static inline void nacre_prefetch(const void *address) { __builtin_prefetch(address); }

#endif
