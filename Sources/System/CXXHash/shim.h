#ifndef NACRE_XXHASH_H
#define NACRE_XXHASH_H

#include <xxhash.h>

// The library is built for any processor of its kind. Where it has variants for the wider registers of newer ones
// besides, it chooses among them at its first call (two threads that do so at once choose the same); the hashes are the
// same. Where a build of the library has none, or it is linked statically, these weak symbols are null.
#if defined(__linux__) && defined(__x86_64__)
extern XXH64_hash_t XXH3_64bits_dispatch(const void *input, size_t length) __attribute__((weak));
extern XXH64_hash_t XXH3_64bits_withSeed_dispatch(const void *input, size_t length, XXH64_hash_t seed)
    __attribute__((weak));

/// XXH3 with 64 bits, by the fastest variant that the library has for the processor.
static inline XXH64_hash_t nacre_xxh3(const void *input, size_t length) {
    return XXH3_64bits_dispatch ? XXH3_64bits_dispatch(input, length) : XXH3_64bits(input, length);
}

/// The same, begun with a seed.
static inline XXH64_hash_t nacre_xxh3_seeded(const void *input, size_t length, XXH64_hash_t seed) {
    return XXH3_64bits_withSeed_dispatch ? XXH3_64bits_withSeed_dispatch(input, length, seed)
                                         : XXH3_64bits_withSeed(input, length, seed);
}
#else
/// XXH3 with 64 bits.
static inline XXH64_hash_t nacre_xxh3(const void *input, size_t length) { return XXH3_64bits(input, length); }

/// The same, begun with a seed.
static inline XXH64_hash_t nacre_xxh3_seeded(const void *input, size_t length, XXH64_hash_t seed) {
    return XXH3_64bits_withSeed(input, length, seed);
}
#endif

#endif
