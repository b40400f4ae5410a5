#define _GNU_SOURCE
#include "disk_recorder.h"
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "recorder.h"

#define DESCRIPTORS 4096

#define ENTRIES (1u << 20)
#define BYTES (1ull << 30)

// The record, shared by the processes that write it. It takes only address space until it is written.
static struct record {
    pthread_mutex_t lock;
    atomic_int is_recording;
    char folder[1024];
    int keeps_bytes, follows_tree, refuses_direct, is_slow;
    struct disk_fault fault;
    uint64_t calls, faults, log_faults, unknown, dropped;
    // The file of the first failure; -1 while there was none.
    int32_t struck;
    char paths[DISK_FILES][1280];
    int32_t files;
    size_t count, used;
    struct {
        enum disk_call call;
        int32_t file;
        uint64_t offset, length;
        size_t bytes;  // where they are
    } entries[ENTRIES];
    uint8_t bytes[BYTES];
} *record;

// What each descriptor refers to: 0 for nothing that is followed, a file's index plus 1, or FOLDER plus a folder's index
// plus 1, where 0 is the followed folder itself.
#define FOLDER 128
static atomic_uchar descriptors[DESCRIPTORS];
static atomic_uchar durable[DESCRIPTORS];

// Makes room for a record: in memory backed by a file, or private to this process.
static void make_room(int descriptor, int is_new) {
    int flags = descriptor < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
    void *room = mmap(NULL, sizeof *record, PROT_READ | PROT_WRITE, flags | MAP_NORESERVE, descriptor, 0);
    if (room == MAP_FAILED) abort();
    if (record) munmap(record, sizeof *record);
    record = room;
    if (!is_new) return;
    pthread_mutexattr_t attributes;
    if (pthread_mutexattr_init(&attributes) || pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED)
        || pthread_mutex_init(&record->lock, &attributes))
        abort();
    pthread_mutexattr_destroy(&attributes);
}

void disk_recorder_share(const char *path, int is_new) {
    int descriptor = open(path, is_new ? O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC : O_RDWR | O_CLOEXEC, 0600);
    if (descriptor < 0 || (is_new && ftruncate(descriptor, sizeof *record))) abort();
    make_room(descriptor, is_new);
    close(descriptor);
}

void disk_recorder_lock(void) { pthread_mutex_lock(&record->lock); }
void disk_recorder_unlock(void) { pthread_mutex_unlock(&record->lock); }
int disk_recorder_active(void) { return record && atomic_load(&record->is_recording); }
void disk_recorder_count_unknown(void) { record->unknown++; }

size_t disk_recorder_add(enum disk_call call, int32_t file, uint64_t offset, const void *bytes, uint64_t length) {
    if (record->count == ENTRIES) abort();
    size_t place = record->used;
    if (bytes && record->keeps_bytes) {
        if (length > BYTES - place) abort();
        memcpy(record->bytes + place, bytes, length);
        record->used += length;
    }
    record->entries[record->count].call = call;
    record->entries[record->count].file = file;
    record->entries[record->count].offset = offset;
    record->entries[record->count].length = length;
    record->entries[record->count].bytes = place;
    return record->count++;
}

static int is_named(int32_t file, const char *wanted) {
    if (file < 0) return 0;
    const char *name = strrchr(record->paths[file], '/');
    return name && strcmp(name + 1, wanted) == 0;
}

// Whether a file holds acknowledged events.
static int is_of_log(int32_t file) { return is_named(file, "log.mdb") || is_named(file, "journal"); }

static int is_write(enum disk_call call) { return call == DISK_WRITE || call == DISK_DURABLE_WRITE; }

static int is_within_reach(int32_t file, enum disk_call call) {
    // The unsynced bytes are dropped.
    if (record->fault.manner == DISK_MANNER_DROP && call != DISK_SYNC_BEGIN) return 0;
    if (record->fault.manner == DISK_MANNER_DROP_LATER && call != DISK_SYNC_BEGIN && call != DISK_DURABLE_WRITE) return 0;
    if (record->fault.reach >= DISK_REACH_META_PAGES && record->struck >= 0) return file == record->struck;
    switch (record->fault.reach) {
    case DISK_REACH_ALL: return 1;
    case DISK_REACH_DERIVED: return file >= 0 && !is_of_log(file) && !is_named(file, "journal.unfinished");
    case DISK_REACH_META_PAGES: return call == DISK_DURABLE_WRITE && is_named(file, "log.mdb");
    case DISK_REACH_LOG_SYNCS: return call == DISK_SYNC_BEGIN && is_named(file, "log.mdb");
    case DISK_REACH_INDEX_SYNCS: return call == DISK_SYNC_BEGIN && is_named(file, "index.mdb");
    case DISK_REACH_VIEWS_SYNCS: return call == DISK_SYNC_BEGIN && is_named(file, "views.mdb");
    case DISK_REACH_JOURNAL_WRITES: return is_write(call) && is_named(file, "journal");
    case DISK_REACH_JOURNAL_SYNCS: return call == DISK_SYNC_BEGIN && is_named(file, "journal");
    case DISK_REACH_RENAMES: return call == DISK_RENAME;
    }
    return 0;
}

// Whether this call fails, and how; it is counted either way.
int disk_recorder_next_fails(int32_t file, enum disk_call call, struct disk_fault *how) {
    if (!is_within_reach(file, call)) return 0;
    record->calls++;
    if (record->fault.first == 0 || record->calls < record->fault.first) return 0;
    uint64_t behind = record->calls - record->fault.first;
    if (!(record->fault.pattern >> (behind < 63 ? behind : 63) & 1)) return 0;
    if (record->struck < 0) record->struck = file;
    record->faults++;
    if (is_of_log(file)) record->log_faults++;
    *how = record->fault;
    return 1;
}

int disk_recorder_drops(void) {
    return record->fault.manner == DISK_MANNER_DROP || record->fault.manner == DISK_MANNER_DROP_LATER;
}

void disk_recorder_sync_failed(int32_t file) {
    if (!disk_recorder_drops()) return;
    disk_cache_sync_failed(file);
    if (record->fault.manner == DISK_MANNER_DROP) record->dropped += disk_cache_drop(file);
}

void disk_recorder_drop(void) {
    if (!record) return;
    disk_recorder_lock();
    for (int32_t file = 0; file < record->files; file++) record->dropped += disk_cache_drop(file);
    disk_recorder_unlock();
}

int32_t disk_recorder_file_of(int descriptor) {
    if (descriptor < 0 || descriptor >= DESCRIPTORS) return -1;
    int kind = atomic_load(&descriptors[descriptor]);
    return kind == 0 || kind >= FOLDER ? -1 : kind - 1;
}

int disk_recorder_is_folder(int descriptor) {
    return descriptor >= 0 && descriptor < DESCRIPTORS && atomic_load(&descriptors[descriptor]) >= FOLDER;
}

int32_t disk_recorder_folder_of(int descriptor) { return (int32_t)atomic_load(&descriptors[descriptor]) - FOLDER - 1; }

int disk_recorder_follows_tree(void) { return record->follows_tree; }

int disk_recorder_refuses_direct(void) { return record->refuses_direct; }

int disk_recorder_is_durable(int descriptor) { return atomic_load(&durable[descriptor]); }

// The followed file of a path; -1 if there is none.
int32_t disk_recorder_file_at(const char *path, int adding) {
    size_t length = strlen(record->folder);
    if (strncmp(path, record->folder, length) != 0 || path[length] != '/') return -1;
    const char *slash = strchr(path + length + 1, '/');
    if (slash && (!record->follows_tree || strchr(slash + 1, '/') || slash[1] == 0 || slash[1] == '.')) return -1;
    size_t name = strlen(path + length + 1);
    if (name == 0 || (name > 5 && strcmp(path + length + 1 + name - 5, "-lock") == 0)) return -1;
    for (int32_t file = 0; file < record->files; file++)
        if (strcmp(record->paths[file], path) == 0) return file;
    if (!adding) return -1;
    if (record->files == DISK_FILES || strlen(path) >= sizeof record->paths[0]) abort();
    strcpy(record->paths[record->files], path);
    return record->files++;
}

int disk_recorder_is_folder_path(const char *path, int32_t *folder) {
    size_t length = strlen(record->folder);
    *folder = -1;
    if (strncmp(path, record->folder, length) != 0) return 0;
    const char *rest = path + length;
    if (strcmp(rest, "") == 0 || strcmp(rest, "/") == 0 || strcmp(rest, "/.") == 0) return 1;
    if (!record->follows_tree || rest[0] != '/') return 0;
    const char *slash = strchr(rest + 1, '/');
    if (slash && strcmp(slash, "/..") == 0) return 1;
    struct stat status;
    if (slash || stat(path, &status) != 0 || !S_ISDIR(status.st_mode)) return 0;
    *folder = disk_recorder_file_at(path, 1);
    return 1;
}

void disk_recorder_follow(int descriptor, int32_t file, int is_durable) {
    if (descriptor < 0) return;
    if (descriptor >= DESCRIPTORS) abort();
    atomic_store(&durable[descriptor], is_durable);
    atomic_store(&descriptors[descriptor], file + 1);
}

void disk_recorder_follow_folder(int descriptor, int32_t folder) {
    if (descriptor < 0) return;
    if (descriptor >= DESCRIPTORS) abort();
    atomic_store(&descriptors[descriptor], FOLDER + folder + 1);
}

void disk_recorder_forget(int descriptor) {
    if (descriptor >= 0 && descriptor < DESCRIPTORS) atomic_store(&descriptors[descriptor], 0);
}

static void begin(const char *path, int keeps, int follows_tree, struct disk_fault failing) {
    if (!record) make_room(-1, 1);
    disk_recorder_lock();
    for (int32_t file = 0; file < record->files; file++) disk_cache_forget(file);
    record->count = record->used = 0;
    record->files = 0;
    record->calls = record->faults = record->log_faults = record->unknown = record->dropped = 0;
    record->struck = -1;
    record->keeps_bytes = keeps;
    record->follows_tree = follows_tree;
    record->refuses_direct = record->is_slow = 0;
    record->fault = failing;
    for (int descriptor = 0; descriptor < DESCRIPTORS; descriptor++) atomic_store(&descriptors[descriptor], 0);
    if (strlen(path) >= sizeof record->folder) abort();
    strcpy(record->folder, path);
    atomic_store(&record->is_recording, 1);
    disk_recorder_unlock();
}

void disk_recorder_begin(const char *path, int keeps, struct disk_fault failing) { begin(path, keeps, 0, failing); }

void disk_recorder_begin_tree(const char *path) { begin(path, 1, 1, (struct disk_fault){0}); }

void disk_recorder_refuse_direct(void) {
    disk_recorder_lock();
    record->refuses_direct = 1;
    disk_recorder_unlock();
}

void disk_recorder_slow_down(void) {
    disk_recorder_lock();
    record->is_slow = 1;
    disk_recorder_unlock();
}

void disk_recorder_wait(void) {
    static atomic_uint calls;
    if (record->is_slow && atomic_fetch_add(&calls, 1) % 6 == 0) usleep(2000);
}

void disk_recorder_end(void) {
    if (!record) return;
    disk_recorder_lock();
    atomic_store(&record->is_recording, 0);
    disk_recorder_unlock();
}

void disk_recorder_mark(uint64_t mark) {
    if (!record) return;
    disk_recorder_lock();
    if (disk_recorder_active()) disk_recorder_add(DISK_MARK, -1, mark, NULL, 0);
    disk_recorder_unlock();
}

uint64_t disk_recorder_calls(void) { return record->calls; }
uint64_t disk_recorder_faults(void) { return record->faults; }
uint64_t disk_recorder_log_faults(void) { return record->log_faults; }
uint64_t disk_recorder_dropped(void) { return record->dropped; }
uint64_t disk_recorder_unknown(void) { return record->unknown; }
size_t disk_recorder_count(void) { return record->count; }

struct disk_entry disk_recorder_entry(size_t index) {
    return (struct disk_entry){
        record->entries[index].call, record->entries[index].file, record->entries[index].offset,
        record->entries[index].length, record->bytes + record->entries[index].bytes};
}

int32_t disk_recorder_files(void) { return record->files; }
const char *disk_recorder_path(int32_t file) { return record->paths[file]; }
