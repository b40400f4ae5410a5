extension Environment {
    /// Runs a body in a read transaction, a consistent snapshot of the file.
    ///
    /// Keep it short: while it is open, pages freed by commits cannot be reused, and the file grows. Bytes from the
    /// transaction are valid inside the body only. Read transactions may be nested, in each other and in a write
    /// transaction.
    ///
    /// - Parameter body: The work; it runs on the calling thread.
    /// - Returns: The result of the body.
    /// - Throws: Errors of the body, or ``LMDBError`` if the transaction cannot begin.
    /// - Complexity: Constant time to begin: read transactions are reused.
    @available(*, noasync, message: "a transaction blocks its thread: use it in a synchronous function")
    public func read<R>(_ body: (borrowing ReadTransaction) throws -> R) throws -> R {
        let shared = try usable(call: "Environment.read")
        var frame = TransactionFrame(shared, isWriting: false)
        return try unsafe withUnsafeMutablePointer(to: &frame) { frame in
            let handle = try unsafe shared.beginReading(frame)
            defer { unsafe shared.endReading(handle, frame) }
            // With a slot in the reader table, writers do not reuse the pages that are read.
            guard shared.access == .readingUnlocked else { return try unsafe body(ReadTransaction(handle, frame)) }
            let result = Result { try unsafe body(ReadTransaction(handle, frame)) }
            // A writer may have reused pages that were read: then neither result nor error counts.
            try shared.checkUnlocked()
            return try result.get()
        }
    }

    /// Begins a write transaction on the calling thread and runs a body with it.
    ///
    /// There is one at a time, across all processes. Unless the body commits the transaction, it is aborted. It must
    /// not leave the body or the thread.
    ///
    /// - Parameter body: The work; it runs on the calling thread.
    /// - Returns: The result of the body.
    /// - Throws: Errors of the body, or ``LMDBError`` if the transaction cannot begin: `transactionOpen` if the thread
    ///   has a write transaction open already; `lockTimeout` if another process or thread holds the write lock for
    ///   longer than the wait policy allows; `waitEnded` if the caller has ended the waiting.
    @available(*, noasync, message: "a write transaction belongs to its thread: use it in a synchronous function")
    public func write<R>(_ body: (consuming WriteTransaction) throws -> R) throws -> R {
        let shared = try usable(call: "Environment.write")
        var frame = TransactionFrame(shared, isWriting: true)
        return try unsafe withUnsafeMutablePointer(to: &frame) { frame in
            let handle = try unsafe shared.beginWriting(frame, waits)
            defer { unsafe shared.endWriting(frame) }
            return try unsafe body(WriteTransaction(handle, frame))
        }
    }

    /// Grows the map, once no transaction of this process is open; no effect if it is large enough.
    ///
    /// - Parameter bytes: The minimum size, in bytes; rounded up to whole pages.
    /// - Throws: ``LMDBError``: `transactionOpen` if the calling thread has a transaction open; `outOfMemory` if the
    ///   address space is exhausted, in which case the map is unchanged.
    @available(*, noasync, message: "it waits for transactions to end: use it in a synchronous function")
    public func growMap(toAtLeast bytes: Int) throws(LMDBError) {
        let shared = try usable(call: "Environment.growMap")
        try shared.changeMap(call: "Environment.growMap") { present in
            present >= bytes ? nil : MapSize.roundedUp(bytes)
        }
    }

    /// Allows write transactions again after a commit failed with unknown outcome (`panic`).
    ///
    /// For files that can be rebuilt, for which the outcome of that commit does not matter. No effect if no commit has
    /// failed.
    ///
    /// - Throws: ``LMDBError``: `panic` if the calling thread has a transaction open; otherwise the error of reopening
    ///   the file.
    @available(*, noasync, message: "it waits for transactions to end: use it in a synchronous function")
    public func resumeWriting() throws(LMDBError) {
        try usable(call: "Environment.resumeWriting")
            .reopenAfterPanic(call: "Environment.resumeWriting", resumesWriting: true)
    }
}
