#ifndef NACRE_XXHASH_H
#define NACRE_XXHASH_H

#include <xxhash.h>

// Distributions build the library for every processor of an architecture. If a build also has variants for the wider
// registers of newer processors, the first call selects one (concurrent first calls select the same one); the hashes do
// not differ. If a build has no variants, or is linked statically, these weak symbols are null.
#if defined(__linux__) && defined(__x86_64__)
extern XXH64_hash_t XXH3_64bits_dispatch(const void *input, size_t length) __attribute__((weak));
extern XXH64_hash_t XXH3_64bits_withSeed_dispatch(const void *input, size_t length, XXH64_hash_t seed)
    __attribute__((weak));

/// XXH3 with 64 bits, by the fastest variant that the library has for the processor.
static inline XXH64_hash_t nacre_xxh3(const void *input, size_t length) {
    return XXH3_64bits_dispatch ? XXH3_64bits_dispatch(input, length) : XXH3_64bits(input, length);
}

/// The same, with a seed.
static inline XXH64_hash_t nacre_xxh3_seeded(const void *input, size_t length, XXH64_hash_t seed) {
    return XXH3_64bits_withSeed_dispatch ? XXH3_64bits_withSeed_dispatch(input, length, seed)
                                         : XXH3_64bits_withSeed(input, length, seed);
}
#else
/// XXH3 with 64 bits.
static inline XXH64_hash_t nacre_xxh3(const void *input, size_t length) { return XXH3_64bits(input, length); }

/// The same, with a seed.
static inline XXH64_hash_t nacre_xxh3_seeded(const void *input, size_t length, XXH64_hash_t seed) {
    return XXH3_64bits_withSeed(input, length, seed);
}
#endif

#endif
