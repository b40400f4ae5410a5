#define _GNU_SOURCE
#include "disk_recorder.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include "recorder.h"

#define DESCRIPTORS 4096

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int is_recording;
static char folder[1024];
static int keeps_bytes;
static struct disk_fault fault;
static uint64_t calls, faults, log_faults, unknown, dropped;
// The file that the first failure struck; -1 while there was none.
static int32_t struck = -1;

static struct disk_entry *entries;
static size_t count, capacity;
static char paths[DISK_FILES][1280];
static int32_t files;

// What each descriptor is of: 0 for nothing that is followed, a file's index plus 1, or FOLDER.
#define FOLDER 255
static atomic_uchar descriptors[DESCRIPTORS];
static atomic_uchar durable[DESCRIPTORS];

void disk_recorder_lock(void) { pthread_mutex_lock(&lock); }
void disk_recorder_unlock(void) { pthread_mutex_unlock(&lock); }
int disk_recorder_active(void) { return atomic_load(&is_recording); }
void disk_recorder_count_unknown(void) { unknown++; }

static void add(enum disk_call call, int32_t file, uint64_t offset, const void *bytes, uint64_t length) {
    if (count == capacity) {
        capacity = capacity ? capacity * 2 : 4096;
        entries = realloc(entries, capacity * sizeof *entries);
        if (!entries) abort();
    }
    uint8_t *copy = NULL;
    if (bytes && length && keeps_bytes) {
        copy = malloc(length);
        if (!copy) abort();
        memcpy(copy, bytes, length);
    }
    entries[count++] = (struct disk_entry){call, file, offset, length, copy};
}

size_t disk_recorder_add(enum disk_call call, int32_t file, uint64_t offset, const void *bytes, uint64_t length) {
    add(call, file, offset, bytes, length);
    return count - 1;
}

static int is_named(int32_t file, const char *wanted) {
    if (file < 0) return 0;
    const char *name = strrchr(paths[file], '/');
    return name && strcmp(name + 1, wanted) == 0;
}

static int is_within_reach(int32_t file, enum disk_call call) {
    // What is dropped is what was to be synced.
    if (fault.manner == DISK_MANNER_DROP && call != DISK_SYNC_BEGIN) return 0;
    if (fault.manner == DISK_MANNER_DROP_LATER && call != DISK_SYNC_BEGIN && call != DISK_DURABLE_WRITE) return 0;
    if (fault.reach >= DISK_REACH_DURABLE && struck >= 0) return file == struck;
    switch (fault.reach) {
    case DISK_REACH_ALL: return 1;
    case DISK_REACH_DERIVED: return file >= 0 && !is_named(file, "log.mdb");
    case DISK_REACH_DURABLE: return call == DISK_DURABLE_WRITE;
    case DISK_REACH_LOG_SYNCS: return call == DISK_SYNC_BEGIN && is_named(file, "log.mdb");
    case DISK_REACH_INDEX_SYNCS: return call == DISK_SYNC_BEGIN && is_named(file, "index.mdb");
    case DISK_REACH_VIEWS_SYNCS: return call == DISK_SYNC_BEGIN && is_named(file, "views.mdb");
    }
    return 0;
}

// Whether this call is to fail, and how; counted either way.
int disk_recorder_next_fails(int32_t file, enum disk_call call, struct disk_fault *how) {
    if (!is_within_reach(file, call)) return 0;
    calls++;
    if (fault.first == 0 || calls < fault.first) return 0;
    uint64_t behind = calls - fault.first;
    if (!(fault.pattern >> (behind < 63 ? behind : 63) & 1)) return 0;
    if (struck < 0) struck = file;
    faults++;
    if (is_named(file, "log.mdb")) log_faults++;
    *how = fault;
    return 1;
}

int disk_recorder_drops(void) {
    return fault.manner == DISK_MANNER_DROP || fault.manner == DISK_MANNER_DROP_LATER;
}

void disk_recorder_sync_failed(int32_t file) {
    if (!disk_recorder_drops()) return;
    disk_cache_sync_failed(file);
    if (fault.manner == DISK_MANNER_DROP) dropped += disk_cache_drop(file);
}

void disk_recorder_drop(void) {
    disk_recorder_lock();
    for (int32_t file = 0; file < files; file++) dropped += disk_cache_drop(file);
    disk_recorder_unlock();
}

int32_t disk_recorder_file_of(int descriptor) {
    if (descriptor < 0 || descriptor >= DESCRIPTORS) return -1;
    int kind = atomic_load(&descriptors[descriptor]);
    return kind == 0 || kind == FOLDER ? -1 : kind - 1;
}

int disk_recorder_is_folder(int descriptor) {
    return descriptor >= 0 && descriptor < DESCRIPTORS && atomic_load(&descriptors[descriptor]) == FOLDER;
}

int disk_recorder_is_durable(int descriptor) { return atomic_load(&durable[descriptor]); }

// The followed file of a path; -1 where it is none.
int32_t disk_recorder_file_at(const char *path, int adding) {
    size_t length = strlen(folder);
    if (strncmp(path, folder, length) != 0 || path[length] != '/' || strchr(path + length + 1, '/')) return -1;
    size_t name = strlen(path + length + 1);
    if (name == 0 || (name > 5 && strcmp(path + length + 1 + name - 5, "-lock") == 0)) return -1;
    for (int32_t file = 0; file < files; file++)
        if (strcmp(paths[file], path) == 0) return file;
    if (!adding) return -1;
    if (files == DISK_FILES || strlen(path) >= sizeof paths[0]) abort();
    strcpy(paths[files], path);
    return files++;
}

int disk_recorder_is_folder_path(const char *path) {
    size_t length = strlen(folder);
    if (strncmp(path, folder, length) != 0) return 0;
    return strcmp(path + length, "") == 0 || strcmp(path + length, "/") == 0 || strcmp(path + length, "/.") == 0;
}

void disk_recorder_follow(int descriptor, int32_t file, int is_durable) {
    if (descriptor < 0) return;
    if (descriptor >= DESCRIPTORS) abort();
    atomic_store(&durable[descriptor], is_durable);
    atomic_store(&descriptors[descriptor], file < 0 ? FOLDER : file + 1);
}

void disk_recorder_forget(int descriptor) {
    if (descriptor >= 0 && descriptor < DESCRIPTORS) atomic_store(&descriptors[descriptor], 0);
}

void disk_recorder_begin(const char *path, int keeps, struct disk_fault failing) {
    disk_recorder_lock();
    for (size_t index = 0; index < count; index++) free((void *)entries[index].bytes);
    for (int32_t file = 0; file < files; file++) disk_cache_forget(file);
    count = 0;
    files = 0;
    calls = faults = log_faults = unknown = dropped = 0;
    struck = -1;
    keeps_bytes = keeps;
    fault = failing;
    for (int descriptor = 0; descriptor < DESCRIPTORS; descriptor++) atomic_store(&descriptors[descriptor], 0);
    if (strlen(path) >= sizeof folder) abort();
    strcpy(folder, path);
    atomic_store(&is_recording, 1);
    disk_recorder_unlock();
}

void disk_recorder_end(void) {
    disk_recorder_lock();
    atomic_store(&is_recording, 0);
    disk_recorder_unlock();
}

void disk_recorder_mark(uint64_t mark) {
    disk_recorder_lock();
    if (disk_recorder_active()) add(DISK_MARK, -1, mark, NULL, 0);
    disk_recorder_unlock();
}

uint64_t disk_recorder_calls(void) { return calls; }
uint64_t disk_recorder_faults(void) { return faults; }
uint64_t disk_recorder_log_faults(void) { return log_faults; }
uint64_t disk_recorder_dropped(void) { return dropped; }
uint64_t disk_recorder_unknown(void) { return unknown; }
size_t disk_recorder_count(void) { return count; }
struct disk_entry disk_recorder_entry(size_t index) { return entries[index]; }
int32_t disk_recorder_files(void) { return files; }
const char *disk_recorder_path(int32_t file) { return paths[file]; }
