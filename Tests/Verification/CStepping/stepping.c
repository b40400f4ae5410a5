#ifdef __linux__
#define _GNU_SOURCE
#define _LARGEFILE64_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>
#include "../interposing.h"
#include "stepping.h"

#define PAGE 4096

static int reports = -1, orders = -1;
// How many calls the thread makes before it stops, and one more; 0 if it does not stop.
static _Thread_local int calls_left;

int stepping_is_supported(void) { return 1; }
int stepping_fork(void) { return fork(); }

void stepping_begin(int to, int from) {
    reports = to;
    orders = from;
}

void stepping_stop_at(int call) { calls_left = call; }

static void die(void) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

// Whether a name is that of a file that the thread stops at.
static int is_followed(const char *name, int locks) {
    size_t length = strlen(name);
    int is_lock = length > 5 && strcmp(name + length - 5, "-lock") == 0;
    if (locks) return strcmp(name, "journal-lock") == 0;
    return !is_lock
        && (strncmp(name, "log.mdb", 7) == 0 || strncmp(name, "index.mdb", 9) == 0 || strncmp(name, "journal", 7) == 0);
}

static char report(const char *call, const char *name, long offset) {
    REAL(write);
    char line[256];
    int length = snprintf(line, sizeof line, "stopped %s %.100s %ld\n", call, name, offset);
    if (real(reports, line, (size_t)length) != length) die();
    char order;
    // The end of the orders: the simulation has ended.
    if (read(orders, &order, 1) != 1) die();
    return order;
}

// Stops the thread if it is its turn; returns the order.
static char stop(const char *call, int descriptor, int locks, long offset) {
    if (calls_left == 0) return STEPPING_GO;
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return STEPPING_GO;
    path[length] = 0;
    const char *name = strrchr(path, '/');
    name = name ? name + 1 : path;
    if (!is_followed(name, locks)) return STEPPING_GO;
    if (--calls_left > 0) return STEPPING_GO;
    return report(call, name, offset);
}

// Makes a part of a write.
static void tear(char order, int descriptor, const void *bytes, size_t length, off_t offset) {
    REAL(pwrite);
    size_t pages = length / PAGE;
    size_t half = pages / 2 * PAGE;
    if (order == STEPPING_TEAR && half > 0) (void)!real(descriptor, bytes, half, offset);
    if (order == STEPPING_SKIP && half > 0)
        (void)!real(descriptor, (const char *)bytes + half, length - half, offset + (off_t)half);
    die();
}

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t offset) {
    REAL(pwrite);
    char order = stop("pwrite", descriptor, 0, offset);
    if (order == STEPPING_FAIL || order == STEPPING_LATE) {
        if (order == STEPPING_LATE) (void)!real(descriptor, bytes, length, offset);
        errno = EIO;
        return -1;
    }
    if (order != STEPPING_GO) tear(order, descriptor, bytes, length, offset);
    return real(descriptor, bytes, length, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t offset) {
    return pwrite(descriptor, bytes, length, offset);
}

ssize_t write(int descriptor, const void *bytes, size_t length) {
    REAL(write);
    if (stop("write", descriptor, 0, 0) != STEPPING_GO) die();
    return real(descriptor, bytes, length);
}

ssize_t writev(int descriptor, const struct iovec *parts, int number) {
    REAL(writev);
    if (stop("writev", descriptor, 0, 0) != STEPPING_GO) die();
    return real(descriptor, parts, number);
}

ssize_t pwritev(int descriptor, const struct iovec *parts, int number, off_t offset) {
    REAL(pwritev);
    if (stop("pwritev", descriptor, 0, offset) != STEPPING_GO) die();
    return real(descriptor, parts, number, offset);
}

int fdatasync(int descriptor) {
    REAL(fdatasync);
    if (stop("fdatasync", descriptor, 0, 0) != STEPPING_GO) die();
    return real(descriptor);
}

int fsync(int descriptor) {
    REAL(fsync);
    if (stop("fsync", descriptor, 0, 0) != STEPPING_GO) die();
    return real(descriptor);
}

int rename(const char *from, const char *to) {
    REAL(rename);
    const char *name = strrchr(to, '/');
    name = name ? name + 1 : to;
    if (calls_left > 0 && is_followed(name, 0) && --calls_left == 0 && report("rename", name, 0) != STEPPING_GO) die();
    return real(from, to);
}

int fcntl(int descriptor, int command, ...) {
    REAL(fcntl);
    va_list arguments;
    va_start(arguments, command);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    if (command == F_SETLK || command == F_GETLK) {
        const char *call = command == F_SETLK ? "setlk" : "getlk";
        if (stop(call, descriptor, 1, ((struct flock *)argument)->l_start) != STEPPING_GO) die();
    }
    return real(descriptor, command, argument);
}

int fcntl64(int descriptor, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    return fcntl(descriptor, command, argument);
}
#else
#include "stepping.h"

int stepping_is_supported(void) { return 0; }
int stepping_fork(void) { return -1; }
void stepping_begin(int reports, int orders) { (void)reports, (void)orders; }
void stepping_stop_at(int call) { (void)call; }
#endif
