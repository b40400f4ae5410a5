// O_DIRECT
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "journal.h"

static int sync_data(int descriptor) {
#ifdef __APPLE__
    return fcntl(descriptor, F_FULLFSYNC);
#else
    return fdatasync(descriptor);
#endif
}

int ceiling_journal_create(const char *path, size_t bytes, ceiling_failure *failure) {
    static const uint8_t zeros[256 << 10];
    int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor < 0) return fail(failure, errno, "creating the journal", 0);
    int code = 0;
    for (size_t at = 0; at < bytes && !code;) {
        size_t count = bytes - at < sizeof zeros ? bytes - at : sizeof zeros;
        ssize_t written = pwrite(descriptor, zeros, count, (off_t)at);
        if (written > 0) at += (size_t)written;
        else if (written == 0) code = ENOSPC;
        else if (errno != EINTR) code = errno;
    }
    if (!code && fsync(descriptor)) code = errno;
#ifdef POSIX_FADV_DONTNEED
    if (!code) code = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED);
#endif
    if (close(descriptor) && !code) code = errno;
    return code ? fail(failure, code, "filling the journal with zeros", 0) : 0;
}

int journal_file_open(const char *path, int is_durable, journal_file *file, ceiling_failure *failure) {
    file->syncs_after_writing = 0;
#ifdef O_DIRECT
    if (is_durable) {
        file->descriptor = open(path, O_RDWR | O_DIRECT | O_DSYNC | O_CLOEXEC);
        if (file->descriptor >= 0) {
            // Some file systems accept the flag and refuse the reads.
            void *page;
            if (posix_memalign(&page, PAGE_BYTES, PAGE_BYTES)) return fail(failure, ENOMEM, "posix_memalign", 0);
            ssize_t found = pread(file->descriptor, page, PAGE_BYTES, 0);
            free(page);
            if (found == PAGE_BYTES) return 0;
            close(file->descriptor);
        } else if (errno != EINVAL) {
            return fail(failure, errno, "opening the journal", 0);
        }
    }
#endif
    file->descriptor = open(path, O_RDWR | O_CLOEXEC);
    if (file->descriptor < 0) return fail(failure, errno, "opening the journal", 0);
    file->syncs_after_writing = is_durable;
    return 0;
}

int journal_file_write(const journal_file *file, const uint8_t *pages, size_t bytes, size_t offset,
                       ceiling_failure *failure) {
    ssize_t written;
    do written = pwrite(file->descriptor, pages, bytes, (off_t)offset);
    while (written < 0 && errno == EINTR);
    if (written != (ssize_t)bytes) return fail(failure, written < 0 ? errno : ENOSPC, "writing the journal", 0);
    if (file->syncs_after_writing && sync_data(file->descriptor)) return fail(failure, errno, "syncing the journal", 0);
    return 0;
}
