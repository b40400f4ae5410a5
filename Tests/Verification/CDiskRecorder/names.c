// The intercepted calls that change the entries of folders.
#ifdef __linux__
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include "recorder.h"

int unlink(const char *path) {
    REAL(unlink);
    int result = real(path);
    if (result == 0 && disk_recorder_active()) {
        disk_recorder_lock();
        int32_t file = disk_recorder_file_at(path, 0);
        if (file >= 0) {
            disk_recorder_add(DISK_REMOVE, file, 0, NULL, 0);
            disk_cache_forget(file);
        }
        disk_recorder_unlock();
    }
    return result;
}

// Within one folder, because nothing is moved between folders.
int rename(const char *from, const char *to) {
    REAL(rename);
    if (!disk_recorder_active()) return real(from, to);
    disk_recorder_lock();
    int32_t old = disk_recorder_file_at(from, 0);
    int32_t new = disk_recorder_file_at(to, old >= 0);
    int is_followed = old >= 0 && new >= 0;
    if (!is_followed && (old >= 0 || new >= 0)) disk_recorder_count_unknown();
    struct disk_fault how = {0};
    int fails = is_followed && disk_recorder_next_fails(old, DISK_RENAME, &how);
    int result = -1;
    int error = how.error;
    if (!fails || how.manner == DISK_MANNER_LATE) {
        result = real(from, to);
        error = errno;
        if (result == 0 && is_followed) {
            disk_recorder_add(DISK_RENAME, old, (uint64_t)new, NULL, 0);
            disk_cache_forget(old);
            disk_cache_forget(new);
        }
        if (fails) {
            result = -1;
            error = how.error;
        }
    }
    disk_recorder_unlock();
    errno = error;
    return result;
}

// Creating and removing folders is recorded if folders are followed; otherwise the folder contains none.
static void changed_folder(const char *path, int result, enum disk_call call) {
    if (result != 0 || !disk_recorder_active()) return;
    int error = errno;
    disk_recorder_lock();
    if (disk_recorder_follows_tree()) {
        int32_t folder = disk_recorder_file_at(path, 1);
        if (folder >= 0) disk_recorder_add(call, folder, 0, NULL, 0);
    }
    disk_recorder_unlock();
    errno = error;
}

int mkdir(const char *path, mode_t mode) {
    REAL(mkdir);
    int result = real(path, mode);
    changed_folder(path, result, DISK_MAKE_FOLDER);
    return result;
}

int rmdir(const char *path) {
    REAL(rmdir);
    int result = real(path);
    changed_folder(path, result, DISK_REMOVE);
    return result;
}
#endif
