// Intercepts calls of libc: records every write, truncation and sync of the files in one folder, and can
// fail any of them.
//
// The executable that it is linked into exports these names, and liblmdb finds them there before those of
// libc. Before `disk_recorder_begin`, all calls are passed on.
#ifndef DISK_RECORDER_H
#define DISK_RECORDER_H

#include <stddef.h>
#include <stdint.h>

enum disk_call {
    DISK_CREATE = 1,       // an entry of the folder was created
    DISK_REMOVE = 2,       // an entry of the folder was removed
    DISK_WRITE = 3,        // bytes at an offset
    DISK_DURABLE_WRITE = 4,  // the same through a descriptor with O_DSYNC: on the disk when the call returns
    DISK_TRUNCATE = 5,     // the file now has the size `offset`
    DISK_SYNC_BEGIN = 6,   // a sync begins
    DISK_SYNC_END = 7,     // writes before its beginning, entry `offset`, are on the disk
    DISK_FOLDER_SYNC = 8,  // the folder's entries are on the disk from here on
    DISK_MARK = 9,         // a mark of the caller: `offset` is its number
    DISK_FAILED_WRITE = 10,  // bytes stored by a call that was reported as failed
    DISK_FAILED_SYNC = 11,   // a sync that was reported as failed
    DISK_MAKE_FOLDER = 12,   // a folder in the folder was created
    DISK_RENAME = 13,        // an entry now has the name of the file with the index `offset`
};

struct disk_entry {
    enum disk_call call;
    int32_t file;  // the file or folder: an index for `disk_recorder_path`; -1 for none, and for the followed folder
    uint64_t offset;
    uint64_t length;
    const uint8_t *bytes;
};

// Which calls can fail.
enum disk_reach {
    DISK_REACH_ALL = 0,
    DISK_REACH_DERIVED = 1,  // those on files other than log.mdb and the journal
    // For the first failure only; after it, all calls on the same file are within reach.
    DISK_REACH_META_PAGES = 2,   // writes of log.mdb through a descriptor with O_DSYNC: LMDB's meta pages
    DISK_REACH_LOG_SYNCS = 3,    // syncs of log.mdb
    DISK_REACH_INDEX_SYNCS = 4,  // syncs of index.mdb
    DISK_REACH_VIEWS_SYNCS = 5,  // syncs of views.mdb
    DISK_REACH_JOURNAL_WRITES = 6,  // writes of the journal in use
    DISK_REACH_JOURNAL_SYNCS = 7,   // its syncs
    DISK_REACH_RENAMES = 8,         // renames: that of the journal once it is built
};

// How a failing call fails.
enum disk_manner {
    DISK_MANNER_NOTHING = 0,  // the call does nothing
    DISK_MANNER_HALF = 1,     // a write stores and reports half of its bytes; other calls do nothing
    DISK_MANNER_LATE = 2,     // the call is executed, and reported as failed
    // For syncs only: the unsynced bytes are lost, and the file shows at once what the disk held before.
    DISK_MANNER_DROP = 3,
    // The same, but the file shows it only after `disk_recorder_drop`; for writes with O_DSYNC too, like LATE.
    DISK_MANNER_DROP_LATER = 4,
};

// How calls fail.
struct disk_fault {
    enum disk_reach reach;    // which calls are counted
    uint64_t first;           // the ordinal of the first that fails, from 1; 0 for none
    uint64_t pattern;         // which ones fail from there on, lowest bit first; the highest bit applies beyond 64 calls
    enum disk_manner manner;
    int32_t error;            // errno
};

// Lets several processes write one record, in a file: the first creates it before it begins; the others join between its
// beginning and its end, before they open anything.
void disk_recorder_share(const char *path, int is_new);
// Begins to follow the files directly in the folder, except LMDB's lock files. The folder's path must be absolute.
void disk_recorder_begin(const char *folder, int keeps_bytes, struct disk_fault fault);
// The same, and follows the folders in it with their files; in one process only.
void disk_recorder_begin_tree(const char *folder);
// From now on, no followed file can be opened with O_DIRECT, as on some file systems.
void disk_recorder_refuse_direct(void);
// From now on, some syncs and durable writes take long, so that other threads do much before they end.
void disk_recorder_slow_down(void);
// Ends; the record can be read until the next beginning.
void disk_recorder_end(void);
// Appends a mark to the record.
void disk_recorder_mark(uint64_t mark);
// The number of calls within the fault's reach so far: writes, truncations, syncs and renames.
uint64_t disk_recorder_calls(void);
// The number of failed calls, and of those on log.mdb and the journal in use.
uint64_t disk_recorder_faults(void);
uint64_t disk_recorder_log_faults(void);
// Drops the page cache of bytes that failed syncs have lost. Call it while no map of the files is in use.
void disk_recorder_drop(void);
// The number of pages dropped so far.
uint64_t disk_recorder_dropped(void);
// Calls on the folder's files that the recorder cannot record: there must be none.
uint64_t disk_recorder_unknown(void);
size_t disk_recorder_count(void);
struct disk_entry disk_recorder_entry(size_t index);
int32_t disk_recorder_files(void);
const char *disk_recorder_path(int32_t file);
// For programs that open many stores: zeroed memory for each of them costs nothing. Call it at the beginning.
void disk_map_large_allocations(void);

#endif
