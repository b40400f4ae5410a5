// The part of the recorder that the intercepted calls use.
#ifndef RECORDER_H
#define RECORDER_H

#include <sys/types.h>
#include "disk_recorder.h"

// The maximum number of followed files.
#define DISK_FILES 64

void disk_recorder_lock(void);
void disk_recorder_unlock(void);
int disk_recorder_active(void);
void disk_recorder_count_unknown(void);
size_t disk_recorder_add(enum disk_call call, int32_t file, uint64_t offset, const void *bytes, uint64_t length);
int disk_recorder_next_fails(int32_t file, enum disk_call call, struct disk_fault *how);
int32_t disk_recorder_file_of(int descriptor);
int disk_recorder_is_folder(int descriptor);
int disk_recorder_is_durable(int descriptor);
int32_t disk_recorder_file_at(const char *path, int adding);
// Whether no followed file can be opened with O_DIRECT.
int disk_recorder_refuses_direct(void);
// Takes the time of a slow disk. Call it without the lock.
void disk_recorder_wait(void);
// Whether a path is that of a followed folder, and which: -1 for the one that holds the others.
int disk_recorder_is_folder_path(const char *path, int32_t *folder);
// Whether folders in the folder are followed.
int disk_recorder_follows_tree(void);
void disk_recorder_follow(int descriptor, int32_t file, int is_durable);
void disk_recorder_follow_folder(int descriptor, int32_t folder);
int32_t disk_recorder_folder_of(int descriptor);
void disk_recorder_forget(int descriptor);

// The calls of libc, which are not recorded.
int disk_recorder_open_unseen(const char *path);
ssize_t disk_recorder_write_unseen(int descriptor, const void *bytes, size_t length, off_t offset);

// Whether a failed sync loses the bytes that it had to write.
int disk_recorder_drops(void);
// A sync of a file has failed; the unsynced bytes are dropped if that is the fault's manner.
void disk_recorder_sync_failed(int32_t file);

// The page cache of the files, for failed syncs that lose it; called with the lock held.
//
// Before bytes are written; `entry` is the next entry of the record.
void disk_cache_before_write(int32_t file, uint64_t offset, uint64_t length, size_t entry);
// After a write through a descriptor with O_DSYNC.
void disk_cache_written_through(int32_t file, uint64_t offset, uint64_t length, int failed);
// After a sync that succeeded, and one that failed.
void disk_cache_synced(int32_t file, size_t beginning);
void disk_cache_sync_failed(int32_t file);
// After a failed sync, makes the file show what the disk holds; returns the number of pages.
uint64_t disk_cache_drop(int32_t file);
// The file was removed, or is not followed any more.
void disk_cache_forget(int32_t file);

#ifdef __linux__
#include "../interposing.h"
#endif

#endif
