// Builds the blocks of a load, one after the other, as both ceilings write them.
#ifndef NACRE_CEILING_BLOCK_WRITER_H
#define NACRE_CEILING_BLOCK_WRITER_H

#include "format.h"

enum {
    // "load-" and eight digits.
    STREAM_NAME_SIZE = 13,
    MAX_EVENTS_PER_BLOCK = BLOCK_SIZE_MAX / (RECORD_FIXED_SIZE + 16 + 12),
};

// A planned event of the current block: the size of a block must be known before its room is reserved.
typedef struct {
    uint32_t stream;
    uint16_t name;
    uint8_t begins_append;
    uint8_t ends_append;
} planned_event;

typedef struct {
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
} block_writer;

// Copies the templates of the load and of its metadata. Returns 0, or an error; `block_writer_free` follows both.
int block_writer_init(block_writer *writer, const ceiling_load *load, ceiling_failure *failure);

void block_writer_free(block_writer *writer);

// Writes the store's header, to which the first block refers.
void put_store_header(block_writer *writer, uint8_t header[STORE_HEADER_SIZE]);

// Plans events until the block is full or no events of the commit are left. Returns the size of the block.
uint32_t plan_block(block_writer *writer, uint64_t events);

// Writes the planned block.
void put_block(block_writer *writer, uint8_t *block, uint32_t size);

#endif
