#define _DEFAULT_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "block_writer.h"
#include "journal.h"

struct ceiling_journal {
    journal_file file;
    block_writer blocks;
    uint8_t store_id[STORE_ID_SIZE];
    uint64_t nonce;
    uint64_t number;            // of the next frame
    size_t offset;              // of the end of the last frame

    uint8_t *block;             // the block in hand
    size_t block_room;
    uint8_t *pages;             // the frame in hand, aligned
    size_t page_room;
    size_t place;               // of the end of its last block
    size_t block_bytes;
    uint32_t block_count;
};

static int write_control(ceiling_journal *journal, ceiling_failure *failure) {
    uint8_t header[STORE_HEADER_SIZE];
    put_store_header(&journal->blocks, header);
    memcpy(journal->store_id, header + STORE_HEADER_ID, STORE_ID_SIZE);
    // Never 0, which unwritten pages have.
    journal->nonce = journal->blocks.previous_checksum | 1;
    journal->number = 1;
    journal->offset = RING;

    uint8_t *page = journal->pages;
    memset(page, 0, PAGE_BYTES);
    memcpy(page, "NCRJ\1", 5);
    memcpy(page + CONTROL_STORE_ID, journal->store_id, STORE_ID_SIZE);
    put64(page + CONTROL_WRITE_COUNT, 1);
    put64(page + CONTROL_NONCE, journal->nonce);
    put64(page + CONTROL_FILE_BYTES, journal->blocks.load.capacity);
    put64(page + CONTROL_START, journal->offset);
    put64(page + CONTROL_NUMBER, journal->number);
    put64(page + CONTROL_BLOCK_CHECKSUM, journal->blocks.previous_checksum);
    put64(page + CONTROL_CHECKSUM, checksum_of(page, CONTROL_CHECKSUM));
    if (journal_file_write(&journal->file, page, PAGE_BYTES, 0, failure)) return failure->code;
    return journal_file_write(&journal->file, page, PAGE_BYTES, PAGE_BYTES, failure);
}

// Makes room for a number of pages, and keeps the bytes before `place`.
static int reserve_pages(ceiling_journal *journal, size_t count, ceiling_failure *failure) {
    if (count <= journal->page_room) return 0;
    size_t room = count > 2 * journal->page_room ? count : 2 * journal->page_room;
    void *pages;
    if (posix_memalign(&pages, PAGE_BYTES, room * PAGE_BYTES)) return fail(failure, ENOMEM, "posix_memalign", 0);
    if (journal->pages) memcpy(pages, journal->pages, journal->place);
    free(journal->pages);
    journal->pages = pages;
    journal->page_room = room;
    return 0;
}

ceiling_journal *ceiling_journal_open(const char *path, const ceiling_load *load, ceiling_failure *failure) {
    ceiling_journal *journal = calloc(1, sizeof *journal);
    if (!journal) return fail(failure, ENOMEM, "calloc", 0), NULL;
    journal->file.descriptor = -1;
    if (!block_writer_init(&journal->blocks, load, failure) && !reserve_pages(journal, 64, failure)
        && !journal_file_open(path, load->is_durable, &journal->file, failure) && !write_control(journal, failure))
        return journal;
    ceiling_journal_close(journal);
    return NULL;
}

void ceiling_journal_close(ceiling_journal *journal) {
    if (!journal) return;
    if (journal->file.descriptor >= 0) close(journal->file.descriptor);
    block_writer_free(&journal->blocks);
    free(journal->block);
    free(journal->pages);
    free(journal);
}

// Builds the next block of at most `events` events, and copies it into the frame, around the marks of the pages.
static int add_block(ceiling_journal *journal, uint64_t events, ceiling_failure *failure) {
    size_t size = plan_block(&journal->blocks, events);
    if (size > journal->block_room) {
        free(journal->block);
        journal->block_room = 0;
        if (!(journal->block = malloc(size))) return fail(failure, ENOMEM, "malloc", 0);
        journal->block_room = size;
    }
    journal->block_bytes += size;
    journal->block_count++;
    size_t pages = page_count(journal->block_bytes);
    if (pages > (journal->blocks.load.capacity - RING) / PAGE_BYTES)
        return fail(failure, CEILING_TOO_LARGE, "the frame", journal->blocks.next_position);
    if (reserve_pages(journal, pages, failure)) return failure->code;

    put_block(&journal->blocks, journal->block, (uint32_t)size);
    for (size_t done = 0; done < size;) {
        if (journal->place % PAGE_BYTES == 0) journal->place += MARK_SIZE;
        size_t room = PAGE_BYTES - journal->place % PAGE_BYTES, count = size - done < room ? size - done : room;
        memcpy(journal->pages + journal->place, journal->block + done, count);
        journal->place += count;
        done += count;
    }
    return 0;
}

// Writes marks, header, padding and checksum. Returns the size of the frame.
static size_t seal(ceiling_journal *journal, uint64_t first, uint64_t previous) {
    uint8_t *frame = journal->pages;
    size_t count = page_count(journal->block_bytes), bytes = count * PAGE_BYTES;
    memset(frame + journal->place, 0, bytes - journal->place);
    for (size_t index = 0; index < count; index++) {
        uint8_t *mark = frame + index * PAGE_BYTES;
        put64(mark + MARK_NONCE, journal->nonce);
        put64(mark + MARK_NUMBER, journal->number);
        put32(mark + MARK_INDEX, (uint32_t)index);
        put32(mark + MARK_PAGE_COUNT, (uint32_t)count);
        put64(mark + MARK_CHECKSUM, checksum_of(mark, MARK_CHECKSUM));
    }
    memset(frame + FRAME_MAGIC, 0, FRAME_BLOCKS - FRAME_MAGIC);
    memcpy(frame + FRAME_MAGIC, "NCRF\1", 5);
    memcpy(frame + FRAME_STORE_ID, journal->store_id, STORE_ID_SIZE);
    put64(frame + FRAME_BLOCK_BYTES, journal->block_bytes);
    put32(frame + FRAME_BLOCK_COUNT, journal->block_count);
    put64(frame + FRAME_FIRST, first);
    put64(frame + FRAME_PREVIOUS, previous);
    put64(frame + FRAME_CHECKSUM, frame_checksum(frame, bytes));
    return bytes;
}

int ceiling_journal_commit(ceiling_journal *journal, uint32_t appends, ceiling_failure *failure) {
    uint64_t first = journal->blocks.next_position, previous = journal->blocks.previous_checksum;
    uint64_t left = (uint64_t)appends * journal->blocks.load.events_per_append;
    journal->place = FRAME_BLOCKS;
    journal->block_bytes = 0;
    journal->block_count = 0;
    while (left > 0) {
        if (add_block(journal, left, failure)) return failure->code;
        left -= journal->blocks.count;
    }
    size_t bytes = seal(journal, first, previous);
    size_t offset = journal->offset + bytes > journal->blocks.load.capacity ? RING : journal->offset;
    if (journal_file_write(&journal->file, journal->pages, bytes, offset, failure)) return failure->code;
    journal->offset = offset + bytes;
    journal->number++;
    return 0;
}
