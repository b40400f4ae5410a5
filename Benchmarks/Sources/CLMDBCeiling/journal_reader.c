#define _DEFAULT_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "journal.h"

typedef struct {
    uint64_t number;
    uint32_t index, count;
} page_mark;

typedef struct {
    uint32_t page;              // of the ring
    uint32_t count;
} frame_place;

typedef struct {
    uint8_t *bytes;             // the file
    size_t size;
    uint8_t *ring;
    size_t pages;               // of the ring
    uint64_t nonce;
    page_mark *marks;           // by page of the ring; number 0 without an intact mark
    frame_place *frames;        // whole frames, the newest first
    size_t count;
    uint64_t newest;
} journal_image;

static int damaged(ceiling_failure *failure, const char *what, size_t offset) {
    return fail(failure, CEILING_DAMAGED_FRAME, what, offset);
}

static size_t offset_of(size_t page) { return RING + page * PAGE_BYTES; }

static int read_file(const char *path, journal_image *image, ceiling_failure *failure) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC), code = 0;
    if (descriptor < 0) return fail(failure, errno, "opening the journal", 0);
    struct stat status;
    if (fstat(descriptor, &status)) code = errno;
    image->size = code ? 0 : (size_t)status.st_size;
    if (!code && !(image->bytes = malloc(image->size + 1))) code = ENOMEM;
    for (size_t at = 0; at < image->size && !code;) {
        ssize_t found = pread(descriptor, image->bytes + at, image->size - at, (off_t)at);
        if (found > 0) at += (size_t)found;
        else if (found == 0) code = EIO;
        else if (errno != EINTR) code = errno;
    }
    close(descriptor);
    return code ? fail(failure, code, "reading the journal", 0) : 0;
}

static int check_control(journal_image *image, ceiling_failure *failure) {
    const uint8_t *page = image->bytes;
    size_t size = image->size;
    if (size <= RING || size % PAGE_BYTES) return damaged(failure, "the size of the journal", size);
    if (memcmp(page, "NCRJ\1\0\0\0", 8) || get64(page + CONTROL_CHECKSUM) != checksum_of(page, CONTROL_CHECKSUM))
        return damaged(failure, "the control page", 0);
    if (memcmp(page, page + PAGE_BYTES, PAGE_BYTES)) return damaged(failure, "the second control page", PAGE_BYTES);
    if (get64(page + CONTROL_FILE_BYTES) != size) return damaged(failure, "the size of the journal", size);
    image->nonce = get64(page + CONTROL_NONCE);
    image->ring = image->bytes + RING;
    image->pages = (image->size - RING) / PAGE_BYTES;
    return 0;
}

static int read_marks(journal_image *image, ceiling_failure *failure) {
    image->marks = calloc(image->pages, sizeof *image->marks);
    image->frames = calloc(image->pages, sizeof *image->frames);
    if (!image->marks || !image->frames) return fail(failure, ENOMEM, "calloc", 0);
    for (size_t page = 0; page < image->pages; page++) {
        const uint8_t *mark = image->ring + page * PAGE_BYTES;
        if (get64(mark + MARK_NONCE) != image->nonce || get64(mark + MARK_CHECKSUM) != checksum_of(mark, MARK_CHECKSUM))
            continue;
        uint64_t number = get64(mark + MARK_NUMBER);
        image->marks[page] = (page_mark){number, get32(mark + MARK_INDEX), get32(mark + MARK_PAGE_COUNT)};
        if (number > image->newest) image->newest = number;
    }
    return 0;
}

// Whether the frame with a number is whole at a page.
static int is_whole(const journal_image *image, uint64_t number, size_t page, size_t count) {
    if (count == 0 || page + count > image->pages) return 0;
    for (size_t index = 0; index < count; index++) {
        page_mark mark = image->marks[page + index];
        if (mark.number != number || mark.index != index || mark.count != count) return 0;
    }
    return 1;
}

// Finds the frame whose last page is at a page: 1, or 0 if it is not whole.
static int find_ending_at(const journal_image *image, uint64_t number, size_t page, frame_place *found) {
    page_mark mark = image->marks[page];
    if (mark.number != number || mark.count > page + 1 || !is_whole(image, number, page + 1 - mark.count, mark.count))
        return 0;
    *found = (frame_place){(uint32_t)(page + 1 - mark.count), mark.count};
    return 1;
}

// Finds the frame before another one: it ends directly before it, or before the end of the ring where the other one did
// not fit.
static int find_before(const journal_image *image, uint64_t number, frame_place next, frame_place *found) {
    if (next.page > 0) return find_ending_at(image, number, next.page - 1, found);
    for (size_t gap = 0; gap < next.count && gap < image->pages; gap++)
        if (find_ending_at(image, number, image->pages - 1 - gap, found)) return 1;
    return 0;
}

// Follows the frames from the newest one back, as far as they are whole.
static int find_frames(journal_image *image, ceiling_failure *failure) {
    if (image->newest == 0) return 0;
    size_t page = 0;
    while (page < image->pages && (image->marks[page].number != image->newest || image->marks[page].index)) page++;
    if (page == image->pages || !is_whole(image, image->newest, page, image->marks[page].count))
        return damaged(failure, "the newest frame", offset_of(page));
    frame_place found = {(uint32_t)page, image->marks[page].count};
    do image->frames[image->count++] = found;
    while (image->count < image->newest && find_before(image, image->newest - image->count, found, &found));
    return 0;
}

// Checks the pages outside the whole frames. They are unwritten, or the rest of the one frame over which the newest one
// was written, or lie where the frame at the beginning of the ring did not fit.
static int check_rest(const journal_image *image, ceiling_failure *failure) {
    static const uint8_t zeros[PAGE_BYTES];
    if (image->count == 0 || image->count == image->newest) {
        size_t page = image->count ? image->frames[0].page + image->frames[0].count : 0;
        for (; page < image->pages; page++)
            if (memcmp(image->ring + page * PAGE_BYTES, zeros, PAGE_BYTES))
                return damaged(failure, "an unwritten page", offset_of(page));
        return 0;
    }
    frame_place newest = image->frames[0], oldest = image->frames[image->count - 1];
    uint64_t overwritten = image->newest - image->count;
    size_t page = (newest.page + newest.count) % image->pages;
    for (; page != oldest.page; page = (page + 1) % image->pages) {
        page_mark mark = image->marks[page];
        if (oldest.page == 0 && image->pages - page < oldest.count) continue;
        if (mark.number != overwritten || mark.index == 0)
            return damaged(failure, "a frame before the newest one", offset_of(page));
    }
    return 0;
}

// Verifies a frame and appends its blocks to those of the frames before it.
static int take_frame(const journal_image *image, frame_place place, journal_blocks *blocks, uint64_t *next,
                      ceiling_failure *failure) {
    const uint8_t *frame = image->ring + (size_t)place.page * PAGE_BYTES;
    size_t bytes = (size_t)place.count * PAGE_BYTES, offset = offset_of(place.page);
    uint64_t block_bytes = get64(frame + FRAME_BLOCK_BYTES), first = get64(frame + FRAME_FIRST);
    if (get64(frame + FRAME_CHECKSUM) != frame_checksum(frame, bytes))
        return damaged(failure, "the checksum of the frame", offset);
    if (memcmp(frame + FRAME_MAGIC, "NCRF\1\0\0\0", 8)
        || memcmp(frame + FRAME_STORE_ID, image->bytes + CONTROL_STORE_ID, STORE_ID_SIZE) || block_bytes > bytes
        || page_count(block_bytes) != place.count)
        return damaged(failure, "the header of the frame", offset);
    if (blocks->size == 0) {
        blocks->first_position = *next = first;
        blocks->previous_checksum = get64(frame + FRAME_PREVIOUS);
    }
    if (first != *next) return damaged(failure, "the first position of the frame", offset);

    size_t start = blocks->size, from = FRAME_BLOCKS;
    while (blocks->size < start + block_bytes) {
        if (from % PAGE_BYTES == 0) from += MARK_SIZE;
        size_t room = PAGE_BYTES - from % PAGE_BYTES, left = start + block_bytes - blocks->size;
        size_t count = left < room ? left : room;
        memcpy(blocks->bytes + blocks->size, frame + from, count);
        blocks->size += count;
        from += count;
    }
    uint32_t found = 0;
    for (size_t at = start; at < blocks->size; found++) {
        const uint8_t *block = blocks->bytes + at;
        size_t left = blocks->size - at;
        uint32_t size = left < BLOCK_HEADER_SIZE ? 0 : get32(block + BLOCK_SIZE);
        if (size < BLOCK_HEADER_SIZE || size > left) return damaged(failure, "a block of the frame", offset);
        if (found == 0 && get64(block + BLOCK_PREVIOUS) != get64(frame + FRAME_PREVIOUS))
            return damaged(failure, "the block before the frame", offset);
        *next += get32(block + BLOCK_COUNT);
        at += size;
    }
    return found == get32(frame + FRAME_BLOCK_COUNT) ? 0 : damaged(failure, "the blocks of the frame", offset);
}

int read_journal(const char *path, journal_blocks *blocks, ceiling_failure *failure) {
    journal_image image = {0};
    uint64_t next = 1;
    int code = read_file(path, &image, failure);
    if (!code) code = check_control(&image, failure);
    if (!code) code = read_marks(&image, failure);
    if (!code) code = find_frames(&image, failure);
    if (!code) code = check_rest(&image, failure);
    if (!code && !(blocks->bytes = malloc(image.size))) code = fail(failure, ENOMEM, "malloc", 0);
    for (size_t index = image.count; index > 0 && !code; index--)
        code = take_frame(&image, image.frames[index - 1], blocks, &next, failure);
    // Nothing was written over: the log begins where the control page says.
    if (!code && image.count == image.newest) {
        uint64_t root = get64(image.bytes + CONTROL_BLOCK_CHECKSUM);
        if (image.count == 0) blocks->first_position = 1, blocks->previous_checksum = root;
        if (blocks->first_position != 1 || blocks->previous_checksum != root)
            code = damaged(failure, "the first frame", RING);
    }
    free(image.bytes);
    free(image.marks);
    free(image.frames);
    return code;
}
