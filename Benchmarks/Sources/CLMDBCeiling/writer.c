#define _DEFAULT_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "format.h"

enum {
    // "load-" and eight digits.
    STREAM_NAME_SIZE = 13,
    MAX_EVENTS_PER_BLOCK = BLOCK_SIZE_MAX / (RECORD_FIXED_SIZE + 16 + 12),
};

static const char TYPE_NAME[] = "Measured";
enum { TYPE_NAME_SIZE = sizeof TYPE_NAME - 1 };

// A planned event of the current block: the size of a block must be known before LMDB reserves it.
typedef struct {
    uint32_t stream;
    uint16_t name;
    uint8_t begins_append;
    uint8_t ends_append;
} planned_event;

struct ceiling_writer {
    MDB_env *env;
    MDB_dbi dbi;
    ceiling_load load;
    uint8_t *templates;
    uint8_t *metadata;
    uint32_t record_size;

    uint64_t random;            // state of the generator that draws streams
    uint64_t id_random;         // state of the generator of ids
    uint64_t sequence;          // of the next event
    uint64_t next_position;
    int64_t recorded_at;
    uint64_t previous_checksum;

    uint64_t *versions;         // by stream
    uint64_t *named_in;         // by stream: the number of the block that last named it
    uint16_t *name_index;       // by stream: its index in that block
    uint64_t block_number;

    uint32_t current_stream;    // of the append in hand
    uint32_t left_of_append;
    int64_t append_time;

    uint32_t count;             // of the block in hand
    uint32_t names;
    uint32_t name_streams[MAX_EVENTS_PER_BLOCK];
    planned_event planned[MAX_EVENTS_PER_BLOCK];
};

// SplitMix64 (Steele, Lea and Flood 2014), the same as the harness's own generator.
static inline uint64_t next_random(uint64_t *state) {
    uint64_t z = (*state += 0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

// A UUID of version 7 (RFC 9562, section 5.7).
static inline void put_id(ceiling_writer *writer, uint8_t *at, int64_t time) {
    uint64_t milliseconds = (uint64_t)time / 1000000;
    uint64_t high = (milliseconds << 16) | 0x7000 | (next_random(&writer->id_random) & 0x0FFF);
    uint64_t low = (next_random(&writer->id_random) >> 2) | 0x8000000000000000;
    put64(at, big_endian(high));
    put64(at + 8, big_endian(low));
}

static int put_store_header(ceiling_writer *writer, MDB_txn *txn) {
    uint8_t header[STORE_HEADER_SIZE] = {'N', 'C', 'R', 'S', 1, 0, 0, 0};
    int64_t time = now();
    put_id(writer, header + 8, time);
    put64(header + 24, (uint64_t)time);
    uint64_t checksum = checksum_of(header, STORE_HEADER_CHECKSUM);
    put64(header + STORE_HEADER_CHECKSUM, checksum);
    writer->previous_checksum = checksum;
    writer->recorded_at = time;

    uint64_t zero = 0;
    MDB_val key = {sizeof zero, &zero}, value = {sizeof header, header};
    return mdb_put(txn, writer->dbi, &key, &value, MDB_NOOVERWRITE);
}

static int create(ceiling_writer *writer, const char *path, ceiling_failure *failure) {
    unsigned flags = MDB_NOSUBDIR | MDB_NOTLS | (writer->load.is_durable ? 0 : MDB_NOSYNC);
    int code;
    if ((code = mdb_env_create(&writer->env))) return fail(failure, code, "mdb_env_create", 0);
    if ((code = mdb_env_set_mapsize(writer->env, writer->load.map_size)))
        return fail(failure, code, "mdb_env_set_mapsize", 0);
    if ((code = mdb_env_open(writer->env, path, flags, 0600))) return fail(failure, code, "mdb_env_open", 0);

    MDB_txn *txn;
    if ((code = mdb_txn_begin(writer->env, NULL, 0, &txn))) return fail(failure, code, "mdb_txn_begin", 0);
    if ((code = mdb_dbi_open(txn, NULL, 0, &writer->dbi)) || (code = put_store_header(writer, txn))) {
        mdb_txn_abort(txn);
        return fail(failure, code, "making the store's header", 0);
    }
    if ((code = mdb_txn_commit(txn))) return fail(failure, code, "mdb_txn_commit", 0);
    return 0;
}

ceiling_writer *ceiling_writer_open(const char *path, const ceiling_load *load, ceiling_failure *failure) {
    size_t template_bytes = (size_t)load->template_count * load->payload_bytes;
    size_t metadata_bytes = (size_t)load->metadata_count * load->metadata_bytes;
    ceiling_writer *writer = calloc(1, sizeof *writer);
    if (!writer) return fail(failure, ENOMEM, "calloc", 0), NULL;
    writer->load = *load;
    writer->load.templates = writer->load.metadata = NULL;
    writer->record_size = RECORD_FIXED_SIZE + load->payload_bytes;
    if (load->metadata_bytes) writer->record_size += 4 + load->metadata_bytes;
    writer->random = load->seed;
    writer->id_random = load->seed ^ (uint64_t)now();
    writer->next_position = 1;
    writer->templates = malloc(template_bytes);
    // An allocation of zero bytes may return no address.
    writer->metadata = malloc(metadata_bytes + 1);
    writer->versions = calloc(load->streams, sizeof *writer->versions);
    writer->named_in = calloc(load->streams, sizeof *writer->named_in);
    writer->name_index = calloc(load->streams, sizeof *writer->name_index);
    if (!writer->templates || !writer->metadata || !writer->versions || !writer->named_in || !writer->name_index) {
        fail(failure, ENOMEM, "malloc", 0);
    } else {
        memcpy(writer->templates, load->templates, template_bytes);
        if (metadata_bytes) memcpy(writer->metadata, load->metadata, metadata_bytes);
        if (!create(writer, path, failure)) return writer;
    }
    ceiling_writer_close(writer);
    return NULL;
}

// Plans events until the block is full or no events of the commit are left. Returns the size of the block.
static uint32_t plan_block(ceiling_writer *writer, uint64_t events) {
    uint32_t per_append = writer->load.events_per_append;
    uint32_t record_size = writer->record_size;
    uint32_t size = BLOCK_HEADER_SIZE + 4 + TYPE_NAME_SIZE;
    writer->block_number++;
    writer->count = 0;
    writer->names = 0;
    while (writer->count < events) {
        if (writer->left_of_append == 0) {
            uint64_t drawn = next_random(&writer->random);
            writer->current_stream = (uint32_t)(((unsigned __int128)drawn * writer->load.streams) >> 64);
            writer->left_of_append = per_append;
        }
        uint32_t stream = writer->current_stream;
        int is_new = writer->named_in[stream] != writer->block_number;
        uint32_t grown = size + 12 + record_size + (is_new ? 4 + STREAM_NAME_SIZE : 0);
        if (writer->count > 0 && grown > BLOCK_SIZE_MAX) break;
        size = grown;
        if (is_new) {
            writer->named_in[stream] = writer->block_number;
            writer->name_index[stream] = (uint16_t)writer->names;
            writer->name_streams[writer->names++] = stream;
        }
        writer->planned[writer->count++] = (planned_event){
            .stream = stream,
            .name = writer->name_index[stream],
            .begins_append = writer->left_of_append == per_append,
            .ends_append = writer->left_of_append == 1,
        };
        writer->left_of_append--;
    }
    return size;
}

static void put_stream_name(uint8_t *at, uint32_t stream) {
    memcpy(at, "load-", 5);
    for (int digit = STREAM_NAME_SIZE - 1; digit >= 5; digit--, stream /= 10) at[digit] = (uint8_t)('0' + stream % 10);
}

static void put_record(ceiling_writer *writer, uint8_t *record, const planned_event *planned) {
    if (planned->begins_append) writer->append_time = now();
    uint32_t payload_bytes = writer->load.payload_bytes, metadata_bytes = writer->load.metadata_bytes;
    uint64_t sequence = writer->sequence++;

    // The time was read from the clock: nine decimals.
    record[0] = (uint8_t)(9 << 4) | (planned->ends_append ? FLAG_LAST_OF_COMMIT : 0);
    record[1] = 0;
    put16(record + RECORD_STREAM, planned->name);
    put16(record + RECORD_TYPE, 0);
    put16(record + RECORD_SCHEMA, 1);
    put64(record + RECORD_VERSION, ++writer->versions[planned->stream]);
    put64(record + RECORD_TIME, (uint64_t)writer->append_time);
    put_id(writer, record + RECORD_ID, writer->append_time);

    uint8_t *payload = record + RECORD_FIXED_SIZE;
    if (metadata_bytes) {
        uint64_t template = sequence & (writer->load.metadata_count - 1);
        record[0] |= FLAG_METADATA;
        put32(payload, metadata_bytes);
        memcpy(payload + 4, writer->metadata + template * metadata_bytes, metadata_bytes);
        payload += 4 + metadata_bytes;
    }
    // The mark of the harness: writer (always the same), stream, sequence number. The rest is the template.
    uint64_t template = sequence & (writer->load.template_count - 1);
    put32(payload, 0);
    put32(payload + 4, planned->stream);
    put64(payload + 8, sequence);
    memcpy(payload + 16, writer->templates + template * payload_bytes + 16, payload_bytes - 16);
}

static void put_block(ceiling_writer *writer, uint8_t *block, uint32_t size) {
    uint32_t count = writer->count, names = writer->names;
    uint32_t record_size = writer->record_size;
    uint8_t *checksums = block + BLOCK_HEADER_SIZE;
    uint8_t *record_offsets = checksums + 8 * (size_t)count;
    uint8_t *stream_offsets = record_offsets + 4 * (size_t)count;
    uint8_t *type_offsets = stream_offsets + 4 * (size_t)names;
    uint32_t at = (uint32_t)(type_offsets + 4 - block);

    for (uint32_t name = 0; name < names; name++, at += STREAM_NAME_SIZE) {
        put32(stream_offsets + 4 * (size_t)name, at);
        put_stream_name(block + at, writer->name_streams[name]);
    }
    put32(type_offsets, at);
    memcpy(block + at, TYPE_NAME, TYPE_NAME_SIZE);
    at += TYPE_NAME_SIZE;

    uint32_t first_record = at;
    for (uint32_t index = 0; index < count; index++, at += record_size) {
        put_record(writer, block + at, &writer->planned[index]);
        put32(record_offsets + 4 * (size_t)index, at);
        put64(checksums + 8 * (size_t)index, checksum_of(block + at, record_size));
    }

    int64_t time = now();
    if (time > writer->recorded_at) writer->recorded_at = time;
    memset(block, 0, BLOCK_HEADER_SIZE);
    memcpy(block, "NCRB\1", 5);
    put32(block + BLOCK_COUNT, count);
    put32(block + BLOCK_SIZE, size);
    put64(block + BLOCK_FIRST, writer->next_position);
    put64(block + BLOCK_RECORDED_AT, (uint64_t)writer->recorded_at);
    put64(block + BLOCK_PREVIOUS, writer->previous_checksum);
    put32(block + BLOCK_STREAMS, names);
    put32(block + BLOCK_TYPES, 1);
    writer->previous_checksum = block_checksum(block, first_record);
    put64(block + BLOCK_CHECKSUM, writer->previous_checksum);
    writer->next_position += count;
}

// Extends the file ahead of need, as the store does: by at most a quarter of its contents, and at most 1 MiB, and not
// for a large commit.
static int extend_file(ceiling_writer *writer, size_t bytes) {
    static const uint8_t zeros[64 << 10];
    enum { PAGE_SIZE = 4096, LEAST_STEP = 64 << 10, GREATEST_STEP = 1 << 20, GREATEST_COMMIT = 192 << 10 };
    MDB_envinfo info;
    struct stat status;
    int fd, code;
    if (bytes > GREATEST_COMMIT) return 0;
    if ((code = mdb_env_info(writer->env, &info)) || (code = mdb_env_get_fd(writer->env, &fd))) return code;
    if (fstat(fd, &status)) return errno;
    size_t size = (size_t)status.st_size, used = (info.me_last_pgno + 1) * PAGE_SIZE;
    if (size >= used + bytes) return 0;
    size_t step = used / 4 < LEAST_STEP ? LEAST_STEP : used / 4 > GREATEST_STEP ? GREATEST_STEP : used / 4;
    size_t end = ((size > used + bytes ? size : used + bytes) + step) & ~(size_t)(PAGE_SIZE - 1);
    if (end > info.me_mapsize) end = info.me_mapsize;
    while (size < end) {
        size_t count = end - size < sizeof zeros ? end - size : sizeof zeros;
        ssize_t written = pwrite(fd, zeros, count, (off_t)size);
        if (written < 0 && errno != EINTR) return errno;
        if (written == 0) return 0;
        if (written > 0) size += (size_t)written;
    }
    return 0;
}

int ceiling_writer_commit(ceiling_writer *writer, uint32_t appends, ceiling_failure *failure) {
    MDB_txn *txn;
    int code = mdb_txn_begin(writer->env, NULL, 0, &txn);
    if (code) return fail(failure, code, "mdb_txn_begin", writer->next_position);

    uint64_t left = (uint64_t)appends * writer->load.events_per_append;
    size_t bytes = 16 * 4096;
    while (left > 0) {
        uint32_t size = plan_block(writer, left);
        uint64_t key_bytes = big_endian(writer->next_position);
        MDB_val key = {sizeof key_bytes, &key_bytes}, value = {size, NULL};
        if ((code = mdb_put(txn, writer->dbi, &key, &value, MDB_APPEND | MDB_RESERVE))) {
            mdb_txn_abort(txn);
            return fail(failure, code, "mdb_put", writer->next_position);
        }
        put_block(writer, value.mv_data, size);
        left -= writer->count;
        bytes += size;
    }
    if (writer->load.is_durable && (code = extend_file(writer, bytes))) {
        mdb_txn_abort(txn);
        return fail(failure, code, "extending the file", writer->next_position);
    }
    if ((code = mdb_txn_commit(txn))) return fail(failure, code, "mdb_txn_commit", writer->next_position);
    return 0;
}

void ceiling_writer_close(ceiling_writer *writer) {
    if (!writer) return;
    if (writer->env) mdb_env_close(writer->env);
    free(writer->templates);
    free(writer->metadata);
    free(writer->versions);
    free(writer->named_in);
    free(writer->name_index);
    free(writer);
}
