// The layout of the commit journal (Docs/FileFormat.md), and its file.
#ifndef NACRE_CEILING_JOURNAL_H
#define NACRE_CEILING_JOURNAL_H

#include "format.h"

enum {
    PAGE_BYTES = 4096,
    RING = 2 * PAGE_BYTES,

    CONTROL_STORE_ID = 8,
    CONTROL_WRITE_COUNT = 24,
    CONTROL_NONCE = 32,
    CONTROL_FILE_BYTES = 40,
    CONTROL_START = 48,
    CONTROL_NUMBER = 56,
    CONTROL_POSITION = 64,
    CONTROL_BLOCK_CHECKSUM = 72,
    CONTROL_CHECKSUM = PAGE_BYTES - 8,

    MARK_NONCE = 0,
    MARK_NUMBER = 8,
    MARK_INDEX = 16,
    MARK_PAGE_COUNT = 20,
    MARK_CHECKSUM = 24,
    MARK_SIZE = 32,

    FRAME_MAGIC = 32,
    FRAME_STORE_ID = 40,
    FRAME_BLOCK_BYTES = 56,
    FRAME_BLOCK_COUNT = 64,
    FRAME_FIRST = 72,
    FRAME_PREVIOUS = 80,
    FRAME_CHECKSUM = 88,
    FRAME_BLOCKS = 96,

    STORE_ID_SIZE = 16,
    FIRST_PAGE_ROOM = PAGE_BYTES - FRAME_BLOCKS,
    PAGE_ROOM = PAGE_BYTES - MARK_SIZE,
};

// The pages of a frame.
static inline size_t page_count(size_t block_bytes) {
    return block_bytes <= FIRST_PAGE_ROOM ? 1 : 1 + (block_bytes - FIRST_PAGE_ROOM + PAGE_ROOM - 1) / PAGE_ROOM;
}

// The checksum of a frame: of the bytes after it, seeded with that of the bytes before it.
static inline uint64_t frame_checksum(const uint8_t *frame, size_t bytes) {
    return checksum_of_seeded(frame + FRAME_BLOCKS, bytes - FRAME_BLOCKS, checksum_of(frame, FRAME_CHECKSUM));
}

// An open journal file. Without O_DIRECT, on some file systems and macOS, each durable write is followed by a sync.
typedef struct {
    int descriptor;
    int syncs_after_writing;
} journal_file;

int journal_file_open(const char *path, int is_durable, journal_file *file, ceiling_failure *failure);

// Writes aligned pages with one call. Returns 0 when they are durable, if the file is.
int journal_file_write(const journal_file *file, const uint8_t *pages, size_t bytes, size_t offset,
                       ceiling_failure *failure);

// The blocks of all whole frames of a journal, one after the other.
typedef struct {
    uint8_t *bytes;
    size_t size;
    uint64_t first_position;
    uint64_t previous_checksum;     // of the block before the first one
} journal_blocks;

// Reads and verifies a journal. The caller frees the bytes.
int read_journal(const char *path, journal_blocks *blocks, ceiling_failure *failure);

#endif
