#define _DEFAULT_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "block_writer.h"

struct ceiling_writer {
    MDB_env *env;
    MDB_dbi dbi;
    block_writer blocks;
};

static int put_header(ceiling_writer *writer, MDB_txn *txn) {
    uint8_t header[STORE_HEADER_SIZE];
    put_store_header(&writer->blocks, header);
    uint64_t zero = 0;
    MDB_val key = {sizeof zero, &zero}, value = {sizeof header, header};
    return mdb_put(txn, writer->dbi, &key, &value, MDB_NOOVERWRITE);
}

static int create(ceiling_writer *writer, const char *path, ceiling_failure *failure) {
    unsigned flags = MDB_NOSUBDIR | MDB_NOTLS | (writer->blocks.load.is_durable ? 0 : MDB_NOSYNC);
    int code;
    if ((code = mdb_env_create(&writer->env))) return fail(failure, code, "mdb_env_create", 0);
    if ((code = mdb_env_set_mapsize(writer->env, writer->blocks.load.capacity)))
        return fail(failure, code, "mdb_env_set_mapsize", 0);
    if ((code = mdb_env_open(writer->env, path, flags, 0600))) return fail(failure, code, "mdb_env_open", 0);

    MDB_txn *txn;
    if ((code = mdb_txn_begin(writer->env, NULL, 0, &txn))) return fail(failure, code, "mdb_txn_begin", 0);
    if ((code = mdb_dbi_open(txn, NULL, 0, &writer->dbi)) || (code = put_header(writer, txn))) {
        mdb_txn_abort(txn);
        return fail(failure, code, "making the store's header", 0);
    }
    if ((code = mdb_txn_commit(txn))) return fail(failure, code, "mdb_txn_commit", 0);
    return 0;
}

ceiling_writer *ceiling_writer_open(const char *path, const ceiling_load *load, ceiling_failure *failure) {
    ceiling_writer *writer = calloc(1, sizeof *writer);
    if (!writer) return fail(failure, ENOMEM, "calloc", 0), NULL;
    if (!block_writer_init(&writer->blocks, load, failure) && !create(writer, path, failure)) return writer;
    ceiling_writer_close(writer);
    return NULL;
}

// Extends the file ahead of need, as the store does: by at most a quarter of its contents, and at most 1 MiB, and not
// for a large commit.
static int extend_file(ceiling_writer *writer, size_t bytes) {
    static const uint8_t zeros[64 << 10];
    enum { PAGE_SIZE = 4096, LEAST_STEP = 64 << 10, GREATEST_STEP = 1 << 20, GREATEST_COMMIT = 192 << 10 };
    MDB_envinfo info;
    struct stat status;
    int fd, code;
    if (bytes > GREATEST_COMMIT) return 0;
    if ((code = mdb_env_info(writer->env, &info)) || (code = mdb_env_get_fd(writer->env, &fd))) return code;
    if (fstat(fd, &status)) return errno;
    size_t size = (size_t)status.st_size, used = (info.me_last_pgno + 1) * PAGE_SIZE;
    if (size >= used + bytes) return 0;
    size_t step = used / 4 < LEAST_STEP ? LEAST_STEP : used / 4 > GREATEST_STEP ? GREATEST_STEP : used / 4;
    size_t end = ((size > used + bytes ? size : used + bytes) + step) & ~(size_t)(PAGE_SIZE - 1);
    if (end > info.me_mapsize) end = info.me_mapsize;
    while (size < end) {
        size_t count = end - size < sizeof zeros ? end - size : sizeof zeros;
        ssize_t written = pwrite(fd, zeros, count, (off_t)size);
        if (written < 0 && errno != EINTR) return errno;
        if (written == 0) return 0;
        if (written > 0) size += (size_t)written;
    }
    return 0;
}

int ceiling_writer_commit(ceiling_writer *writer, uint32_t appends, ceiling_failure *failure) {
    MDB_txn *txn;
    int code = mdb_txn_begin(writer->env, NULL, 0, &txn);
    if (code) return fail(failure, code, "mdb_txn_begin", writer->blocks.next_position);

    uint64_t left = (uint64_t)appends * writer->blocks.load.events_per_append;
    size_t bytes = 16 * 4096;
    while (left > 0) {
        uint32_t size = plan_block(&writer->blocks, left);
        uint64_t key_bytes = big_endian(writer->blocks.next_position);
        MDB_val key = {sizeof key_bytes, &key_bytes}, value = {size, NULL};
        if ((code = mdb_put(txn, writer->dbi, &key, &value, MDB_APPEND | MDB_RESERVE))) {
            mdb_txn_abort(txn);
            return fail(failure, code, "mdb_put", writer->blocks.next_position);
        }
        put_block(&writer->blocks, value.mv_data, size);
        left -= writer->blocks.count;
        bytes += size;
    }
    if (writer->blocks.load.is_durable && (code = extend_file(writer, bytes))) {
        mdb_txn_abort(txn);
        return fail(failure, code, "extending the file", writer->blocks.next_position);
    }
    if ((code = mdb_txn_commit(txn))) return fail(failure, code, "mdb_txn_commit", writer->blocks.next_position);
    return 0;
}

void ceiling_writer_close(ceiling_writer *writer) {
    if (!writer) return;
    if (writer->env) mdb_env_close(writer->env);
    block_writer_free(&writer->blocks);
    free(writer);
}
