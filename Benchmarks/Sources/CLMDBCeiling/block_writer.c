#define _DEFAULT_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include "block_writer.h"

static const char TYPE_NAME[] = "Measured";
enum { TYPE_NAME_SIZE = sizeof TYPE_NAME - 1 };

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
static inline void put_id(block_writer *writer, uint8_t *at, int64_t time) {
    uint64_t milliseconds = (uint64_t)time / 1000000;
    uint64_t high = (milliseconds << 16) | 0x7000 | (next_random(&writer->id_random) & 0x0FFF);
    uint64_t low = (next_random(&writer->id_random) >> 2) | 0x8000000000000000;
    put64(at, big_endian(high));
    put64(at + 8, big_endian(low));
}

int block_writer_init(block_writer *writer, const ceiling_load *load, ceiling_failure *failure) {
    size_t template_bytes = (size_t)load->template_count * load->payload_bytes;
    size_t metadata_bytes = (size_t)load->metadata_count * load->metadata_bytes;
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
    if (!writer->templates || !writer->metadata || !writer->versions || !writer->named_in || !writer->name_index)
        return fail(failure, ENOMEM, "malloc", 0);
    memcpy(writer->templates, load->templates, template_bytes);
    if (metadata_bytes) memcpy(writer->metadata, load->metadata, metadata_bytes);
    return 0;
}

void block_writer_free(block_writer *writer) {
    free(writer->templates);
    free(writer->metadata);
    free(writer->versions);
    free(writer->named_in);
    free(writer->name_index);
}

void put_store_header(block_writer *writer, uint8_t header[STORE_HEADER_SIZE]) {
    int64_t time = now();
    memset(header, 0, STORE_HEADER_SIZE);
    memcpy(header, "NCRS\1", 5);
    put_id(writer, header + STORE_HEADER_ID, time);
    put64(header + 24, (uint64_t)time);
    uint64_t checksum = checksum_of(header, STORE_HEADER_CHECKSUM);
    put64(header + STORE_HEADER_CHECKSUM, checksum);
    writer->previous_checksum = checksum;
    writer->recorded_at = time;
}

uint32_t plan_block(block_writer *writer, uint64_t events) {
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

static void put_record(block_writer *writer, uint8_t *record, const planned_event *planned) {
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

void put_block(block_writer *writer, uint8_t *block, uint32_t size) {
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
