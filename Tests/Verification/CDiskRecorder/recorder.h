// What the calls that stand in for libc's need of the recorder.
#ifndef RECORDER_H
#define RECORDER_H

#include "disk_recorder.h"

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
int disk_recorder_is_folder_path(const char *path);
void disk_recorder_follow(int descriptor, int32_t file, int is_durable);
void disk_recorder_forget(int descriptor);

#endif
