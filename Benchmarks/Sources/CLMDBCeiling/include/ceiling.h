// The ceilings: C, one thread, writing and reading exactly the bytes of Docs/FileFormat.md. One calls LMDB, the other
// one writes the frames of the commit journal.
//
// The ceiling of LMDB has the mandatory parts (the blocks, their checksums, one durable transaction per commit) and nothing else: no
// queue, no index, no checks of expectations. The difference between an engine and the ceiling is the engine's cost.
#ifndef NACRE_CEILING_H
#define NACRE_CEILING_H

#include <stddef.h>
#include <stdint.h>

// A failure. `code` is 0, an LMDB or system error, or one of the codes below.
typedef struct {
    int code;
    const char *what;       // the call that failed, or the part that is damaged: a constant
    uint64_t position;      // of the block or event that is damaged; of a frame, its offset in the file
} ceiling_failure;

#define CEILING_DAMAGED (-1)
#define CEILING_DAMAGED_FRAME (-2)
#define CEILING_TOO_LARGE (-3)

const char *ceiling_error_text(int code);
const char *ceiling_lmdb_version(void);
unsigned ceiling_xxhash_version(void);

// The writer's load: appends of `events_per_append` events, each append to a stream drawn uniformly.
typedef struct {
    uint64_t seed;
    uint32_t streams;
    uint32_t events_per_append;
    uint32_t payload_bytes;         // at least 16: an event's mark stands in its first 16 bytes
    uint32_t template_count;        // a power of two
    const uint8_t *templates;       // template_count times payload_bytes
    uint32_t metadata_bytes;        // 0 where events carry none
    uint32_t metadata_count;        // a power of two, if there is metadata
    const uint8_t *metadata;        // metadata_count times metadata_bytes
    size_t capacity;                // of LMDB's memory map, or of the journal's file
    int is_durable;                 // 0 sets MDB_NOSYNC, or writes the journal through the page cache
} ceiling_load;

typedef struct ceiling_writer ceiling_writer;

// Creates `path` with the store's header. The templates of the load and of its metadata are copied.
ceiling_writer *ceiling_writer_open(const char *path, const ceiling_load *load, ceiling_failure *failure);

// Writes `appends` appends in one transaction. Returns 0 when it is durable; after a failure the transaction is
// aborted.
int ceiling_writer_commit(ceiling_writer *writer, uint32_t appends, ceiling_failure *failure);

void ceiling_writer_close(ceiling_writer *writer);

// The ceiling of the commit journal: the same blocks, in frames, each written with one write to a ring that wraps
// around. No LMDB, no queue, and nothing is drained: a frame is gone when the ring reaches it again.
typedef struct ceiling_journal ceiling_journal;

// Creates the file `path` with `bytes` of zeros, on disk and not in the page cache: whole pages, at least three.
int ceiling_journal_create(const char *path, size_t bytes, ceiling_failure *failure);

// Opens a created file and writes its control pages. The templates of the load and of its metadata are copied.
ceiling_journal *ceiling_journal_open(const char *path, const ceiling_load *load, ceiling_failure *failure);

// Writes `appends` appends in one frame. Returns 0 when it is durable.
int ceiling_journal_commit(ceiling_journal *journal, uint32_t appends, ceiling_failure *failure);

void ceiling_journal_close(ceiling_journal *journal);

typedef struct ceiling_reader ceiling_reader;

// One event of the log. The pointers are valid until the next call with the same reader.
typedef struct {
    uint64_t position;
    uint64_t version;
    const uint8_t *stream;
    uint32_t stream_bytes;
    const uint8_t *type;
    uint32_t type_bytes;
    uint32_t schema;
    const uint8_t *metadata;
    uint32_t metadata_bytes;
    const uint8_t *data;
    uint32_t data_bytes;
    uint8_t is_last_of_commit;
} ceiling_event;

// The result of one pass over the log.
typedef struct {
    uint64_t events;
    uint64_t blocks;
    uint64_t payload_bytes;
    uint64_t payload_sum;           // see ceiling_sum
} ceiling_pass;

ceiling_reader *ceiling_reader_open(const char *path, size_t map_size, ceiling_failure *failure);

// Opens the blocks of the frames that a journal holds. Verifies the control pages and every frame: marks, checksum,
// consecutive numbers, and that only the oldest frame was written over.
ceiling_reader *ceiling_reader_open_journal(const char *path, ceiling_failure *failure);

// Reads every block in order, verifies every checksum and the chain, and touches every byte of every payload.
int ceiling_reader_replay(ceiling_reader *reader, ceiling_pass *pass, ceiling_failure *failure);

// The next event, with every checksum verified. Returns 1, 0 at the end, -1 on failure. The first call returns the
// first event; after the end, the next call starts over.
int ceiling_reader_next(ceiling_reader *reader, ceiling_event *event, ceiling_failure *failure);

void ceiling_reader_close(ceiling_reader *reader);

// The wrapping sum of little-endian 8-byte words, the last one zero-padded: the cheapest way to touch every byte.
uint64_t ceiling_sum(const uint8_t *bytes, size_t count);

// Returns freed memory to the system, if the allocator can, so that it is not counted in the next measurement.
void ceiling_trim_memory(void);

// Whether a signal is ignored: 1 or 0.
int ceiling_ignores_signal(int number);

#endif
