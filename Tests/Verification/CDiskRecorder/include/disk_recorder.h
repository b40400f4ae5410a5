// Stands between the process and libc: records every write, truncation and sync of the files in one folder, and can
// fail any of them.
//
// It works because the executable that it is linked into exports these names, and liblmdb finds them there before it finds
// libc's. Until `disk_recorder_begin` it passes everything on.
#ifndef DISK_RECORDER_H
#define DISK_RECORDER_H

#include <stddef.h>
#include <stdint.h>

enum disk_call {
    DISK_CREATE = 1,       // an entry of the folder came to be
    DISK_REMOVE = 2,       // an entry of the folder went away
    DISK_WRITE = 3,        // bytes at an offset
    DISK_DURABLE_WRITE = 4,  // the same through a descriptor with O_DSYNC: on the disk when the call returns
    DISK_TRUNCATE = 5,     // the file has the size `offset`
    DISK_SYNC_BEGIN = 6,   // what was written before is on the disk ...
    DISK_SYNC_END = 7,     // ... from here on; `offset` is the entry of the beginning
    DISK_FOLDER_SYNC = 8,  // the folder's entries are on the disk
    DISK_MARK = 9,         // the caller's own: `offset` is what it said
    DISK_FAILED_WRITE = 10,  // bytes that were stored by a call that was reported as failed
    DISK_FAILED_SYNC = 11,   // a sync that was reported as failed
    DISK_MAKE_FOLDER = 12,   // an entry of the folder, for a folder in it, came to be
    DISK_RENAME = 13,        // an entry of the folder has the name of the file with the index `offset` now
};

struct disk_entry {
    enum disk_call call;
    int32_t file;  // which file or folder: an index for `disk_recorder_path`; -1 for none, and for the folder followed
    uint64_t offset;
    uint64_t length;
    const uint8_t *bytes;
};

// Which calls can fail.
enum disk_reach {
    DISK_REACH_ALL = 0,
    DISK_REACH_DERIVED = 1,  // those on other files than log.mdb
    // For the first failure alone; behind it all calls on the same file are within reach.
    DISK_REACH_DURABLE = 2,      // writes through a descriptor with O_DSYNC: LMDB's meta pages
    DISK_REACH_LOG_SYNCS = 3,    // syncs of log.mdb
    DISK_REACH_INDEX_SYNCS = 4,  // syncs of index.mdb
    DISK_REACH_VIEWS_SYNCS = 5,  // syncs of views.mdb
};

// How a failing call fails.
enum disk_manner {
    DISK_MANNER_NOTHING = 0,  // nothing is done
    DISK_MANNER_HALF = 1,     // a write stores half of its bytes and says so; other calls do nothing
    DISK_MANNER_LATE = 2,     // it is done, and reported as failed all the same
    // Of syncs alone: what was to be synced is gone, and the file shows at once what the disk held before.
    DISK_MANNER_DROP = 3,
    // The same, but the file shows it when `disk_recorder_drop` is called; of writes with O_DSYNC too, as LATE.
    DISK_MANNER_DROP_LATER = 4,
};

// How calls are to fail.
struct disk_fault {
    enum disk_reach reach;    // which calls are counted
    uint64_t first;           // the ordinal of the first of them that fails, from 1; 0 for none
    uint64_t pattern;         // which fail from there on, the lowest bit first; beyond 64 calls as the highest bit says
    enum disk_manner manner;
    int32_t error;            // errno
};

// Lets several processes write one record, in a file: the first makes it, before it begins; the others take part between its
// beginning and its end, before they open anything.
void disk_recorder_share(const char *path, int is_new);
// Begins: the files directly in the folder are followed, but for LMDB's lock files. The folder's own path must be absolute.
void disk_recorder_begin(const char *folder, int keeps_bytes, struct disk_fault fault);
// The same, and the folders in it are followed with their files, and entries that are renamed; from one process alone.
void disk_recorder_begin_tree(const char *folder);
// Ends; what was recorded can be read until the next beginning.
void disk_recorder_end(void);
// Puts a mark behind everything that has been recorded so far.
void disk_recorder_mark(uint64_t mark);
// How many calls within the fault's reach there were so far: writes, truncations and syncs.
uint64_t disk_recorder_calls(void);
// How many calls did fail, and how many of them on log.mdb.
uint64_t disk_recorder_faults(void);
uint64_t disk_recorder_log_faults(void);
// Drops the system's memory of what failed syncs have lost. Called where no map of the files is in use.
void disk_recorder_drop(void);
// How many pages were dropped so far.
uint64_t disk_recorder_dropped(void);
// Calls on the folder's files that the recorder does not know how to record: there must be none.
uint64_t disk_recorder_unknown(void);
size_t disk_recorder_count(void);
struct disk_entry disk_recorder_entry(size_t index);
int32_t disk_recorder_files(void);
const char *disk_recorder_path(int32_t file);

#endif
