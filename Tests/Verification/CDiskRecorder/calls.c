// The intercepted calls, each with the name and the type that libc has. Systems other than Linux have other
// names and other ways to intercept: there nothing is recorded, and the commands refuse to run.
#ifdef __linux__
#define _GNU_SOURCE
#define _LARGEFILE64_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>
#include "recorder.h"

// MARK: Descriptors

static void opened(int descriptor, const char *path, int flags, int existed) {
    if (descriptor < 0 || !disk_recorder_active()) return;
    disk_recorder_lock();
    int32_t folder;
    if (disk_recorder_is_folder_path(path, &folder)) {
        disk_recorder_follow_folder(descriptor, folder);
    } else {
        int32_t file = disk_recorder_file_at(path, (flags & O_ACCMODE) != O_RDONLY);
        if (file >= 0) {
            disk_recorder_follow(descriptor, file, (flags & (O_DSYNC | O_SYNC)) != 0);
            if (!existed) disk_recorder_add(DISK_CREATE, file, 0, NULL, 0);
            if (flags & O_TRUNC) disk_recorder_add(DISK_TRUNCATE, file, 0, NULL, 0);
        }
    }
    disk_recorder_unlock();
}

static int refuses_direct(const char *path) {
    if (!disk_recorder_active()) return 0;
    disk_recorder_lock();
    int refuses = disk_recorder_refuses_direct() && disk_recorder_file_at(path, 0) >= 0;
    disk_recorder_unlock();
    return refuses;
}

int open(const char *path, int flags, ...) {
    REAL(open);
    mode_t mode = 0;
    if ((flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE) {
        va_list arguments;
        va_start(arguments, flags);
        mode = va_arg(arguments, mode_t);
        va_end(arguments);
    }
    if ((flags & O_DIRECT) && refuses_direct(path)) {
        errno = EINVAL;
        return -1;
    }
    struct stat status;
    int existed = !(flags & O_CREAT) || !disk_recorder_active() || stat(path, &status) == 0;
    int descriptor = real(path, flags, mode);
    opened(descriptor, path, flags, existed);
    return descriptor;
}

int open64(const char *path, int flags, ...) {
    mode_t mode = 0;
    if ((flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE) {
        va_list arguments;
        va_start(arguments, flags);
        mode = va_arg(arguments, mode_t);
        va_end(arguments);
    }
    return open(path, flags, mode);
}

int close(int descriptor) {
    REAL(close);
    disk_recorder_forget(descriptor);
    return real(descriptor);
}

int disk_recorder_open_unseen(const char *path) {
    REAL(open);
    return real(path, O_RDWR | O_CLOEXEC);
}

ssize_t disk_recorder_write_unseen(int descriptor, const void *bytes, size_t length, off_t offset) {
    REAL(pwrite);
    return real(descriptor, bytes, length, offset);
}

// MARK: Writing

// Records and executes the write under one lock, so that the order of the record is the order in the file.
static ssize_t write_at(int descriptor, int32_t file, const void *bytes, size_t length, off_t offset) {
    REAL(pwrite);
    if (disk_recorder_is_durable(descriptor)) disk_recorder_wait();
    disk_recorder_lock();
    enum disk_call call = disk_recorder_is_durable(descriptor) ? DISK_DURABLE_WRITE : DISK_WRITE;
    struct disk_fault how = {0};
    int fails = disk_recorder_next_fails(file, call, &how);
    int error = how.error;
    ssize_t written = -1;
    int is_late = fails && (how.manner == DISK_MANNER_LATE || how.manner == DISK_MANNER_DROP_LATER);
    if (!fails || is_late || how.manner == DISK_MANNER_HALF) {
        if (disk_recorder_drops()) disk_cache_before_write(file, (uint64_t)offset, length, disk_recorder_count());
        written = real(descriptor, bytes, how.manner == DISK_MANNER_HALF ? length / 2 : length, offset);
        error = errno;
        // Bytes of a write reported as failed may be on the disk, or in memory alone; so may half of a durable write.
        if (is_late) call = DISK_FAILED_WRITE;
        if (how.manner == DISK_MANNER_HALF) call = DISK_WRITE;
        if (written > 0) disk_recorder_add(call, file, (uint64_t)offset, bytes, (uint64_t)written);
        if (disk_recorder_drops() && disk_recorder_is_durable(descriptor) && written == (ssize_t)length)
            disk_cache_written_through(file, (uint64_t)offset, length, is_late);
        if (is_late) {
            written = -1;
            error = how.error;
        }
    }
    disk_recorder_unlock();
    if (written < 0) errno = error;
    return written;
}

static int32_t followed(int descriptor) {
    return disk_recorder_active() ? disk_recorder_file_of(descriptor) : -1;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t offset) {
    REAL(pwrite);
    int32_t file = followed(descriptor);
    return file < 0 ? real(descriptor, bytes, length, offset) : write_at(descriptor, file, bytes, length, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t offset) {
    return pwrite(descriptor, bytes, length, offset);
}

// LMDB writes several pages at once by seeking, then writing at the descriptor's offset.
static ssize_t write_here(int descriptor, int32_t file, const void *bytes, size_t length) {
    off_t offset = lseek(descriptor, 0, SEEK_CUR);
    if (offset < 0) return -1;
    ssize_t written = write_at(descriptor, file, bytes, length, offset);
    if (written > 0 && lseek(descriptor, offset + written, SEEK_SET) < 0) return -1;
    return written;
}

ssize_t write(int descriptor, const void *bytes, size_t length) {
    REAL(write);
    int32_t file = followed(descriptor);
    return file < 0 ? real(descriptor, bytes, length) : write_here(descriptor, file, bytes, length);
}

static ssize_t write_parts(
    int descriptor, int32_t file, const struct iovec *parts, int number, off_t offset, int is_positioned) {
    size_t length = 0;
    for (int part = 0; part < number; part++) length += parts[part].iov_len;
    uint8_t *whole = malloc(length ? length : 1);
    if (!whole) abort();
    size_t filled = 0;
    for (int part = 0; part < number; part++) {
        memcpy(whole + filled, parts[part].iov_base, parts[part].iov_len);
        filled += parts[part].iov_len;
    }
    ssize_t written = is_positioned ? write_at(descriptor, file, whole, length, offset)
                                    : write_here(descriptor, file, whole, length);
    int error = errno;
    free(whole);
    errno = error;
    return written;
}

ssize_t writev(int descriptor, const struct iovec *parts, int number) {
    REAL(writev);
    int32_t file = followed(descriptor);
    return file < 0 ? real(descriptor, parts, number) : write_parts(descriptor, file, parts, number, 0, 0);
}

ssize_t pwritev(int descriptor, const struct iovec *parts, int number, off_t offset) {
    REAL(pwritev);
    int32_t file = followed(descriptor);
    return file < 0 ? real(descriptor, parts, number, offset)
                    : write_parts(descriptor, file, parts, number, offset, 1);
}

int ftruncate(int descriptor, off_t size) {
    REAL(ftruncate);
    int32_t file = followed(descriptor);
    if (file < 0) return real(descriptor, size);
    disk_recorder_lock();
    struct disk_fault how = {0};
    int fails = disk_recorder_next_fails(file, DISK_TRUNCATE, &how);
    int error = how.error;
    int result = -1;
    if (!fails || how.manner == DISK_MANNER_LATE) {
        result = real(descriptor, size);
        error = errno;
        if (result == 0) disk_recorder_add(DISK_TRUNCATE, file, (uint64_t)size, NULL, 0);
        if (fails) {
            result = -1;
            error = how.error;
        }
    }
    disk_recorder_unlock();
    if (result != 0) errno = error;
    return result;
}

int ftruncate64(int descriptor, off64_t size) { return ftruncate(descriptor, size); }

// MARK: Syncing

static int sync_with(int (*real)(int), int descriptor) {
    if (!disk_recorder_active()) return real(descriptor);
    int32_t file = disk_recorder_file_of(descriptor);
    int is_folder = disk_recorder_is_folder(descriptor);
    if (file < 0 && !is_folder) return real(descriptor);
    disk_recorder_lock();
    struct disk_fault how = {0};
    if (disk_recorder_next_fails(file, DISK_SYNC_BEGIN, &how)) {
        // Executed or not, the bytes to be synced are in doubt from now on.
        if (!is_folder) {
            disk_recorder_add(DISK_FAILED_SYNC, file, 0, NULL, 0);
            disk_recorder_sync_failed(file);
        }
        disk_recorder_unlock();
        errno = how.error;
        return -1;
    }
    if (is_folder) file = disk_recorder_folder_of(descriptor);
    size_t beginning = disk_recorder_add(DISK_SYNC_BEGIN, file, 0, NULL, 0);
    disk_recorder_unlock();
    disk_recorder_wait();
    int result = real(descriptor);
    int error = errno;
    disk_recorder_lock();
    if (result == 0) {
        disk_recorder_add(is_folder ? DISK_FOLDER_SYNC : DISK_SYNC_END, file, beginning, NULL, 0);
        if (!is_folder && disk_recorder_drops()) disk_cache_synced(file, beginning);
    } else if (!is_folder) {
        disk_recorder_add(DISK_FAILED_SYNC, file, 0, NULL, 0);
    }
    disk_recorder_unlock();
    errno = error;
    return result;
}

int fdatasync(int descriptor) {
    REAL(fdatasync);
    return sync_with(real, descriptor);
}

int fsync(int descriptor) {
    REAL(fsync);
    return sync_with(real, descriptor);
}

// MARK: Calls that the store does not use; one that is counted here makes the proof void.

static void unknown_on(int descriptor) {
    if (followed(descriptor) < 0) return;
    disk_recorder_lock();
    disk_recorder_count_unknown();
    disk_recorder_unlock();
}

int msync(void *address, size_t length, int flags) {
    REAL(msync);
    if (disk_recorder_active()) {
        disk_recorder_lock();
        disk_recorder_count_unknown();
        disk_recorder_unlock();
    }
    return real(address, length, flags);
}

int fallocate(int descriptor, int mode, off_t offset, off_t length) {
    REAL(fallocate);
    unknown_on(descriptor);
    return real(descriptor, mode, offset, length);
}

int posix_fallocate(int descriptor, off_t offset, off_t length) {
    REAL(posix_fallocate);
    unknown_on(descriptor);
    return real(descriptor, offset, length);
}

int sync_file_range(int descriptor, off64_t offset, off64_t length, unsigned flags) {
    REAL(sync_file_range);
    unknown_on(descriptor);
    return real(descriptor, offset, length, flags);
}
#endif
