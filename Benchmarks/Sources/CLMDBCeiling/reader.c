#include <errno.h>
#include <stdlib.h>

#include "journal.h"

// A block with verified header, table and names.
typedef struct {
    const uint8_t *bytes;
    uint64_t first;
    uint32_t size, count, streams, types;
    uint32_t first_record;
    const uint8_t *checksums, *record_offsets, *stream_offsets, *type_offsets;
} block_view;

struct ceiling_reader {
    MDB_env *env;
    MDB_dbi dbi;
    MDB_txn *txn;
    MDB_cursor *cursor;         // NULL between two passes
    journal_blocks journal;     // what is read instead of LMDB, if it has bytes
    size_t journal_place;       // of the next of its blocks
    int is_in_pass;
    uint64_t next_position;
    int64_t recorded_at;
    uint64_t previous_checksum;
    block_view block;
    uint32_t index;             // of the next record of the block
};

const char *ceiling_error_text(int code) {
    switch (code) {
    case CEILING_DAMAGED:
    case CEILING_DAMAGED_FRAME: return "violates the format";
    case CEILING_TOO_LARGE: return "exceeds the ring of the journal: append fewer or smaller events at a time";
    default: return mdb_strerror(code);
    }
}

const char *ceiling_lmdb_version(void) { return mdb_version(NULL, NULL, NULL); }

unsigned ceiling_xxhash_version(void) { return XXH_versionNumber(); }

uint64_t ceiling_sum(const uint8_t *bytes, size_t count) {
    uint64_t sum = 0;
    size_t at = 0;
    for (; at + 8 <= count; at += 8) sum += get64(bytes + at);
    if (at < count) {
        uint64_t last = 0;
        memcpy(&last, bytes + at, count - at);
        sum += last;
    }
    return sum;
}

ceiling_reader *ceiling_reader_open(const char *path, size_t map_size, ceiling_failure *failure) {
    ceiling_reader *reader = calloc(1, sizeof *reader);
    if (!reader) return fail(failure, ENOMEM, "calloc", 0), NULL;
    const char *what = "mdb_env_create";
    int code = mdb_env_create(&reader->env);
    if (!code) what = "mdb_env_set_mapsize", code = mdb_env_set_mapsize(reader->env, map_size);
    if (!code) what = "mdb_env_open", code = mdb_env_open(reader->env, path, MDB_NOSUBDIR | MDB_NOTLS | MDB_RDONLY, 0600);
    if (!code) what = "mdb_txn_begin", code = mdb_txn_begin(reader->env, NULL, MDB_RDONLY, &reader->txn);
    if (!code) {
        what = "mdb_dbi_open", code = mdb_dbi_open(reader->txn, NULL, 0, &reader->dbi);
        mdb_txn_reset(reader->txn);
    }
    if (!code) return reader;
    fail(failure, code, what, 0);
    ceiling_reader_close(reader);
    return NULL;
}

ceiling_reader *ceiling_reader_open_journal(const char *path, ceiling_failure *failure) {
    ceiling_reader *reader = calloc(1, sizeof *reader);
    if (!reader) return fail(failure, ENOMEM, "calloc", 0), NULL;
    if (!read_journal(path, &reader->journal, failure)) return reader;
    ceiling_reader_close(reader);
    return NULL;
}

void ceiling_reader_close(ceiling_reader *reader) {
    if (!reader) return;
    free(reader->journal.bytes);
    if (reader->cursor) mdb_cursor_close(reader->cursor);
    if (reader->txn) mdb_txn_abort(reader->txn);
    if (reader->env) mdb_env_close(reader->env);
    free(reader);
}

static int damaged(ceiling_failure *failure, const char *what, uint64_t position) {
    return fail(failure, CEILING_DAMAGED, what, position);
}

static int read_store_header(ceiling_reader *reader, const MDB_val *key, const MDB_val *value, ceiling_failure *failure) {
    const uint8_t *header = value->mv_data;
    if (key->mv_size != 8 || get64(key->mv_data) != 0 || value->mv_size != STORE_HEADER_SIZE)
        return damaged(failure, "the store's header", 0);
    if (memcmp(header, "NCRS\1\0\0\0", 8) != 0) return damaged(failure, "the store's magic or format", 0);
    reader->previous_checksum = checksum_of(header, STORE_HEADER_CHECKSUM);
    if (get64(header + STORE_HEADER_CHECKSUM) != reader->previous_checksum)
        return damaged(failure, "the checksum of the store's header", 0);
    return 0;
}

// Offsets must rise within their region: the end of each item, which is the next offset, is then inside the block.
static int offsets_rise(const uint8_t *offsets, uint32_t count, uint32_t from, uint32_t to, uint32_t least) {
    uint64_t floor = from;
    for (uint32_t index = 0; index < count; index++) {
        uint32_t offset = get32(offsets + 4 * (size_t)index);
        if (index == 0 ? offset != from : offset < floor) return 0;
        floor = (uint64_t)offset + least;
    }
    return floor <= to;
}

static int view_block(ceiling_reader *reader, const MDB_val *value, ceiling_failure *failure) {
    uint64_t position = reader->next_position;
    const uint8_t *bytes = value->mv_data;
    block_view *block = &reader->block;
    if (value->mv_size < BLOCK_HEADER_SIZE || value->mv_size > UINT32_MAX)
        return damaged(failure, "the size of the block", position);
    if (memcmp(bytes, "NCRB\1\0\0\0", 8) != 0) return damaged(failure, "the block's magic, format or codec", position);

    block->bytes = bytes;
    block->size = get32(bytes + BLOCK_SIZE);
    block->count = get32(bytes + BLOCK_COUNT);
    block->first = get64(bytes + BLOCK_FIRST);
    block->streams = get32(bytes + BLOCK_STREAMS);
    block->types = get32(bytes + BLOCK_TYPES);
    uint64_t names = BLOCK_HEADER_SIZE + 12ull * block->count + 4ull * block->streams + 4ull * block->types;
    if (block->size != value->mv_size || names > block->size) return damaged(failure, "the size of the block", position);
    if (block->count == 0 || block->streams == 0 || block->types == 0)
        return damaged(failure, "the counts of the block", position);
    if (block->first != position) return damaged(failure, "the first position of the block", position);
    if (get64(bytes + BLOCK_PREVIOUS) != reader->previous_checksum) return damaged(failure, "the chain", position);
    int64_t recorded_at = (int64_t)get64(bytes + BLOCK_RECORDED_AT);
    if (recorded_at < reader->recorded_at) return damaged(failure, "the recording time", position);

    block->checksums = bytes + BLOCK_HEADER_SIZE;
    block->record_offsets = block->checksums + 8 * (size_t)block->count;
    block->stream_offsets = block->record_offsets + 4 * (size_t)block->count;
    block->type_offsets = block->stream_offsets + 4 * (size_t)block->streams;
    block->first_record = get32(block->record_offsets);
    // Stream names and types are consecutive, and so are their offsets: one region.
    if (block->first_record > block->size
        || !offsets_rise(block->stream_offsets, block->streams + block->types, (uint32_t)names, block->first_record, 1)
        || !offsets_rise(block->record_offsets, block->count, block->first_record, block->size, RECORD_FIXED_SIZE))
        return damaged(failure, "the table of the block", position);
    uint64_t checksum = block_checksum(bytes, block->first_record);
    if (get64(bytes + BLOCK_CHECKSUM) != checksum) return damaged(failure, "the checksum of the block", position);

    reader->previous_checksum = checksum;
    reader->recorded_at = recorded_at;
    reader->next_position = position + block->count;
    reader->index = 0;
    return 0;
}

static int begin_pass(ceiling_reader *reader, ceiling_failure *failure) {
    MDB_val key, value;
    reader->recorded_at = INT64_MIN;
    reader->block.count = 0;
    reader->index = 0;
    reader->is_in_pass = 1;
    if (reader->journal.bytes) {
        reader->journal_place = 0;
        reader->next_position = reader->journal.first_position;
        reader->previous_checksum = reader->journal.previous_checksum;
        return 0;
    }
    int code = mdb_txn_renew(reader->txn);
    if (code) return fail(failure, code, "mdb_txn_renew", 0);
    if ((code = mdb_cursor_open(reader->txn, reader->dbi, &reader->cursor)))
        return fail(failure, code, "mdb_cursor_open", 0);
    if ((code = mdb_cursor_get(reader->cursor, &key, &value, MDB_FIRST)))
        return fail(failure, code, "the store's header", 0);
    reader->next_position = 1;
    return read_store_header(reader, &key, &value, failure);
}

static void end_pass(ceiling_reader *reader) {
    reader->is_in_pass = 0;
    if (!reader->cursor) return;
    mdb_cursor_close(reader->cursor);
    mdb_txn_reset(reader->txn);
    reader->cursor = NULL;
}

// The next block: 1, 0 at the end, -1 on failure.
static int next_block(ceiling_reader *reader, ceiling_failure *failure) {
    MDB_val key, value;
    if (reader->journal.bytes) {
        value.mv_data = reader->journal.bytes + reader->journal_place;
        if (reader->journal_place == reader->journal.size) return 0;
        // That it lies inside was checked when its frame was read.
        value.mv_size = get32((uint8_t *)value.mv_data + BLOCK_SIZE);
        reader->journal_place += value.mv_size;
        return view_block(reader, &value, failure) ? -1 : 1;
    }
    int code = mdb_cursor_get(reader->cursor, &key, &value, MDB_NEXT);
    if (code == MDB_NOTFOUND) return 0;
    if (code) return fail(failure, code, "mdb_cursor_get", reader->next_position), -1;
    if (key.mv_size != 8 || big_endian(get64(key.mv_data)) != reader->next_position)
        return damaged(failure, "the key", reader->next_position), -1;
    return view_block(reader, &value, failure) ? -1 : 1;
}

// The data of a record with a valid checksum, or NULL.
static inline const uint8_t *verified_data(
    const block_view *block, uint32_t index, uint32_t *data_bytes, ceiling_failure *failure
) {
    uint32_t start = get32(block->record_offsets + 4 * (size_t)index);
    uint32_t end = index + 1 < block->count ? get32(block->record_offsets + 4 * (size_t)index + 4) : block->size;
    const uint8_t *record = block->bytes + start;
    uint32_t size = end - start;
    if (checksum_of(record, size) != get64(block->checksums + 8 * (size_t)index))
        return damaged(failure, "the checksum of the record", block->first + index), NULL;

    uint64_t at = RECORD_FIXED_SIZE, metadata_bytes = 0;
    if (record[0] & FLAG_METADATA) {
        if (size < at + 4) return damaged(failure, "the record", block->first + index), NULL;
        metadata_bytes = get32(record + at);
        at += 4;
    }
    for (uint8_t tags = record[1]; tags > 0; tags--) {
        if (at >= size) return damaged(failure, "the tags of the record", block->first + index), NULL;
        at += 1u + record[at];
    }
    at += metadata_bytes;
    if (at > size || get16(record + RECORD_STREAM) >= block->streams || get16(record + RECORD_TYPE) >= block->types)
        return damaged(failure, "the record", block->first + index), NULL;
    *data_bytes = (uint32_t)(size - at);
    return record + at;
}

static int replay_block(const block_view *block, ceiling_pass *pass, ceiling_failure *failure) {
    uint64_t sum = 0, bytes = 0;
    for (uint32_t index = 0; index < block->count; index++) {
        uint32_t count;
        const uint8_t *data = verified_data(block, index, &count, failure);
        if (!data) return failure->code;
        sum += ceiling_sum(data, count);
        bytes += count;
    }
    pass->events += block->count;
    pass->blocks++;
    pass->payload_bytes += bytes;
    pass->payload_sum += sum;
    return 0;
}

int ceiling_reader_replay(ceiling_reader *reader, ceiling_pass *pass, ceiling_failure *failure) {
    memset(pass, 0, sizeof *pass);
    if (reader->is_in_pass) end_pass(reader);
    if (begin_pass(reader, failure)) return failure->code;
    int found;
    while ((found = next_block(reader, failure)) == 1)
        if (replay_block(&reader->block, pass, failure)) return failure->code;
    end_pass(reader);
    return found < 0 ? failure->code : 0;
}

int ceiling_reader_next(ceiling_reader *reader, ceiling_event *event, ceiling_failure *failure) {
    if (!reader->is_in_pass && begin_pass(reader, failure)) return -1;
    if (reader->index == reader->block.count) {
        int found = next_block(reader, failure);
        if (found == 0) end_pass(reader);
        if (found != 1) return found;
    }
    const block_view *block = &reader->block;
    uint32_t index = reader->index++;
    event->data = verified_data(block, index, &event->data_bytes, failure);
    if (!event->data) return -1;

    const uint8_t *record = block->bytes + get32(block->record_offsets + 4 * (size_t)index);
    // The offset after that of the last stream name is that of the first type: names and types are one region.
    const uint8_t *name = block->stream_offsets + 4 * (size_t)get16(record + RECORD_STREAM);
    event->position = block->first + index;
    event->version = get64(record + RECORD_VERSION);
    event->stream = block->bytes + get32(name);
    event->stream_bytes = get32(name + 4) - get32(name);
    // The first record follows the last type.
    uint32_t number = get16(record + RECORD_TYPE);
    const uint8_t *type = block->type_offsets + 4 * (size_t)number;
    event->type = block->bytes + get32(type);
    event->type_bytes = (number + 1 < block->types ? get32(type + 4) : block->first_record) - get32(type);
    event->schema = get16(record + RECORD_SCHEMA);
    // Verified together with the data that follows it.
    event->metadata_bytes = record[0] & FLAG_METADATA ? get32(record + RECORD_FIXED_SIZE) : 0;
    event->metadata = event->data - event->metadata_bytes;
    event->is_last_of_commit = record[0] & FLAG_LAST_OF_COMMIT;
    return 1;
}
