extension Environment {
    /// Runs the body in a read transaction, which sees one state of the file from beginning to end.
    ///
    /// Keep it short: while it is open, pages that commits free cannot be used again, and the file grows. What the
    /// transaction gives out is valid inside the body alone. Read transactions may be nested, in each other and in a
    /// write transaction.
    ///
    /// - Parameter body: What to do; it runs on the calling thread.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, or ``LMDBError`` where the transaction cannot begin.
    /// - Complexity: Beginning costs constant time, as read transactions are reused.
    @available(*, noasync, message: "a transaction blocks its thread: use it in a synchronous function")
    public func read<R>(_ body: (borrowing ReadTransaction) throws -> R) throws -> R {
        let shared = try usable(call: "Environment.read")
        var frame = TransactionFrame(shared, isWriting: false)
        return try withUnsafeMutablePointer(to: &frame) { frame in
            let handle = try shared.beginReading(frame)
            defer { shared.endReading(handle, frame) }
            guard shared.access == .readingUnlocked else { return try body(ReadTransaction(handle, frame)) }
            let result = Result { try body(ReadTransaction(handle, frame)) }
            // Who has written meanwhile may have used pages again that were read: neither result nor error counts then.
            try shared.checkUnlocked()
            return try result.get()
        }
    }

    /// Begins a write transaction on the calling thread and runs the body with it; there is one at a time, in all
    /// processes together.
    ///
    /// The body commits the transaction, or else it is aborted. It must not leave the body, nor the thread.
    ///
    /// - Parameter body: What to do; it runs on the calling thread.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, or ``LMDBError`` where the transaction cannot begin: `transactionOpen` where
    ///   the thread has a write transaction open already, `lockTimeout` where another process or thread holds the write
    ///   lock for longer than the options' patience, `waitEnded` where the caller has ended the waiting.
    @available(*, noasync, message: "a write transaction belongs to its thread: use it in a synchronous function")
    public func write<R>(_ body: (consuming WriteTransaction) throws -> R) throws -> R {
        let shared = try usable(call: "Environment.write")
        var frame = TransactionFrame(shared, isWriting: true)
        return try withUnsafeMutablePointer(to: &frame) { frame in
            let handle = try shared.beginWriting(frame, waits)
            defer { shared.endWriting(frame) }
            return try body(WriteTransaction(handle, frame))
        }
    }

    /// Enlarges the map, once no transaction of this process is open; does nothing where it is large enough.
    ///
    /// - Parameter bytes: The least size, in bytes; rounded up to whole pages.
    /// - Throws: ``LMDBError``: `transactionOpen` where the calling thread has a transaction open, `outOfMemory` where
    ///   the address space has no room, in which case the map stays as it is.
    @available(*, noasync, message: "it waits for transactions to end: use it in a synchronous function")
    public func growMap(toAtLeast bytes: Int) throws(LMDBError) {
        let shared = try usable(call: "Environment.growMap")
        try shared.changeMap(call: "Environment.growMap") { present in
            present >= bytes ? nil : MapSize.roundedUp(bytes)
        }
    }

    /// Lets write transactions begin again after a commit has failed with its outcome in doubt (`panic`).
    ///
    /// For files that can be made anew from elsewhere, where it does not matter whether that commit took effect. Does
    /// nothing where none has failed.
    ///
    /// - Throws: ``LMDBError``: `panic` where the calling thread has a transaction open, or why the file cannot be
    ///   opened any more.
    @available(*, noasync, message: "it waits for transactions to end: use it in a synchronous function")
    public func resumeWriting() throws(LMDBError) {
        try usable(call: "Environment.resumeWriting")
            .reopenAfterPanic(call: "Environment.resumeWriting", resumesWriting: true)
    }
}
