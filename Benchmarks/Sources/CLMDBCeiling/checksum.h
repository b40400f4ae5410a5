// XXH3 in the variant for the processor, as in the store: a ceiling with slower checksums would be no ceiling.
#ifndef NACRE_CEILING_CHECKSUM_H
#define NACRE_CEILING_CHECKSUM_H

#include <stdint.h>

#include <xxhash.h>

#if defined(__linux__) && defined(__x86_64__)
// Null if the library was built without variants.
extern XXH64_hash_t XXH3_64bits_dispatch(const void *input, size_t length) __attribute__((weak));
extern XXH64_hash_t XXH3_64bits_withSeed_dispatch(const void *input, size_t length, XXH64_hash_t seed)
    __attribute__((weak));

static inline uint64_t checksum_of(const void *input, size_t length) {
    return XXH3_64bits_dispatch ? XXH3_64bits_dispatch(input, length) : XXH3_64bits(input, length);
}

static inline uint64_t checksum_of_seeded(const void *input, size_t length, uint64_t seed) {
    return XXH3_64bits_withSeed_dispatch ? XXH3_64bits_withSeed_dispatch(input, length, seed)
                                         : XXH3_64bits_withSeed(input, length, seed);
}
#else
static inline uint64_t checksum_of(const void *input, size_t length) { return XXH3_64bits(input, length); }

static inline uint64_t checksum_of_seeded(const void *input, size_t length, uint64_t seed) {
    return XXH3_64bits_withSeed(input, length, seed);
}
#endif

#endif
