// The disk's content of pages whose content in the page cache is not synced, so that a failed sync can lose it.
//
// A page is dirty from a write until a later sync succeeds. A failed sync marks all dirty pages as clean in
// the page cache without having written them: from then on the cache may be dropped, and the disk's content comes
// back, until the page is written again. File sizes belong to the file system and stay.
#ifdef __linux__
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include "recorder.h"

#define PAGE 4096

struct page {
    uint8_t *on_disk;  // NULL if the disk holds what the file shows
    size_t since;      // the entry of the record at which it was last written
    int is_lost;       // whether a sync of it has failed, so that no later one writes it
};

static struct cached {
    int descriptor;  // opened by the recorder; 0 while there is none
    struct page *pages;
    size_t count;
} cache[DISK_FILES];

static void forget(struct page *page) {
    free(page->on_disk);
    *page = (struct page){0};
}

// Makes room for the pages of a range, and opens a descriptor that reads and writes.
static struct cached *cached(int32_t file, size_t pages) {
    struct cached *found = &cache[file];
    if (!found->descriptor) {
        found->descriptor = disk_recorder_open_unseen(disk_recorder_path(file));
        if (found->descriptor <= 0) abort();
    }
    if (found->count < pages) {
        found->pages = realloc(found->pages, pages * sizeof *found->pages);
        if (!found->pages) abort();
        for (size_t page = found->count; page < pages; page++) found->pages[page] = (struct page){0};
        found->count = pages;
    }
    return found;
}

void disk_cache_before_write(int32_t file, uint64_t offset, uint64_t length, size_t entry) {
    size_t end = (offset + length + PAGE - 1) / PAGE;
    struct cached *found = cached(file, end);
    for (size_t number = offset / PAGE; number < end; number++) {
        struct page *page = &found->pages[number];
        if (!page->on_disk) {
            page->on_disk = calloc(1, PAGE);
            if (!page->on_disk || pread(found->descriptor, page->on_disk, PAGE, (off_t)(number * PAGE)) < 0) abort();
        }
        page->since = entry;
        page->is_lost = 0;
    }
}

void disk_cache_written_through(int32_t file, uint64_t offset, uint64_t length, int failed) {
    size_t end = (offset + length + PAGE - 1) / PAGE;
    struct cached *found = cached(file, end);
    for (size_t number = offset / PAGE; number < end; number++) {
        if (failed)
            found->pages[number].is_lost = 1;
        else
            forget(&found->pages[number]);
    }
}

void disk_cache_synced(int32_t file, size_t beginning) {
    struct cached *found = &cache[file];
    for (size_t number = 0; number < found->count; number++) {
        struct page *page = &found->pages[number];
        if (page->on_disk && !page->is_lost && page->since < beginning) forget(page);
    }
}

void disk_cache_sync_failed(int32_t file) {
    struct cached *found = &cache[file];
    for (size_t number = 0; number < found->count; number++)
        if (found->pages[number].on_disk) found->pages[number].is_lost = 1;
}

uint64_t disk_cache_drop(int32_t file) {
    struct cached *found = &cache[file];
    uint64_t dropped = 0;
    for (size_t number = 0; number < found->count; number++) {
        struct page *page = &found->pages[number];
        if (!page->on_disk || !page->is_lost) continue;
        if (disk_recorder_write_unseen(found->descriptor, page->on_disk, PAGE, (off_t)(number * PAGE)) != PAGE) abort();
        forget(page);
        dropped++;
    }
    return dropped;
}

void disk_cache_forget(int32_t file) {
    struct cached *found = &cache[file];
    for (size_t number = 0; number < found->count; number++) forget(&found->pages[number]);
    free(found->pages);
    if (found->descriptor) close(found->descriptor);
    *found = (struct cached){0};
}
#else
#include "recorder.h"

// Nothing is recorded, so nothing is lost.
void disk_cache_sync_failed(int32_t file) {}
uint64_t disk_cache_drop(int32_t file) { return 0; }
void disk_cache_forget(int32_t file) {}
#endif
