// The offsets of Docs/FileFormat.md, and the encoding of its integers.
#ifndef NACRE_CEILING_FORMAT_H
#define NACRE_CEILING_FORMAT_H

#include <stdint.h>
#include <string.h>

#include <lmdb.h>

#include "ceiling.h"
#include "checksum.h"

#if !defined(__BYTE_ORDER__) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the ceiling needs a little-endian processor: it copies integers from memory"
#endif

enum {
    STORE_HEADER_SIZE = 40,
    STORE_HEADER_ID = 8,
    STORE_HEADER_CHECKSUM = 32,

    BLOCK_SIZE_MAX = 65520,
    BLOCK_HEADER_SIZE = 64,
    BLOCK_COUNT = 8,
    BLOCK_SIZE = 12,
    BLOCK_FIRST = 16,
    BLOCK_RECORDED_AT = 24,
    BLOCK_PREVIOUS = 32,
    BLOCK_STREAMS = 40,
    BLOCK_TYPES = 44,
    BLOCK_CHECKSUM = 56,

    RECORD_FIXED_SIZE = 40,
    RECORD_STREAM = 2,
    RECORD_TYPE = 4,
    RECORD_SCHEMA = 6,
    RECORD_VERSION = 8,
    RECORD_TIME = 16,
    RECORD_ID = 24,

    FLAG_LAST_OF_COMMIT = 1,
    FLAG_METADATA = 2,
};

static inline void put16(uint8_t *at, uint16_t value) { memcpy(at, &value, sizeof value); }
static inline void put32(uint8_t *at, uint32_t value) { memcpy(at, &value, sizeof value); }
static inline void put64(uint8_t *at, uint64_t value) { memcpy(at, &value, sizeof value); }

static inline uint16_t get16(const uint8_t *at) { uint16_t value; memcpy(&value, at, sizeof value); return value; }
static inline uint32_t get32(const uint8_t *at) { uint32_t value; memcpy(&value, at, sizeof value); return value; }
static inline uint64_t get64(const uint8_t *at) { uint64_t value; memcpy(&value, at, sizeof value); return value; }

static inline uint64_t big_endian(uint64_t value) { return __builtin_bswap64(value); }

// The checksum of a block: of the table and the names, seeded with that of the header.
static inline uint64_t block_checksum(const uint8_t *block, uint32_t first_record) {
    uint64_t header = checksum_of(block, BLOCK_CHECKSUM);
    return checksum_of_seeded(block + BLOCK_HEADER_SIZE, first_record - BLOCK_HEADER_SIZE, header);
}

static inline int fail(ceiling_failure *failure, int code, const char *what, uint64_t position) {
    failure->code = code;
    failure->what = what;
    failure->position = position;
    return code;
}

#endif
