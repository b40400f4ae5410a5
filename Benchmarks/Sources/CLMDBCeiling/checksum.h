// XXH3 by the variant that fits the processor, as the store takes it: a ceiling that counts slower would be none.
#ifndef NACRE_CEILING_CHECKSUM_H
#define NACRE_CEILING_CHECKSUM_H

#include <stdint.h>

#include <xxhash.h>

#if defined(__linux__) && defined(__x86_64__)
// Null where the library was built without variants.
extern XXH64_hash_t XXH3_64bits_dispatch(const void *, size_t) __attribute__((weak));
extern XXH64_hash_t XXH3_64bits_withSeed_dispatch(const void *, size_t, XXH64_hash_t) __attribute__((weak));
#define HAS_VARIANTS (XXH3_64bits_dispatch && XXH3_64bits_withSeed_dispatch)
#else
#define HAS_VARIANTS 0
#define XXH3_64bits_dispatch XXH3_64bits
#define XXH3_64bits_withSeed_dispatch XXH3_64bits_withSeed
#endif

static inline uint64_t checksum_of(const void *bytes, size_t size) {
    return HAS_VARIANTS ? XXH3_64bits_dispatch(bytes, size) : XXH3_64bits(bytes, size);
}

static inline uint64_t checksum_of_seeded(const void *bytes, size_t size, uint64_t seed) {
    return HAS_VARIANTS ? XXH3_64bits_withSeed_dispatch(bytes, size, seed) : XXH3_64bits_withSeed(bytes, size, seed);
}

#endif
