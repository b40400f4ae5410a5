public import Nacre
internal import NacreLMDB

extension ReplicatedEventStore: StoreBackup {
    // REP-13: The log may forget what a verified backup holds, and never its last entry.

    /// Copies this node's replica into a new folder, while the store is in use.
    ///
    /// The copy is what another node begins with: put it in place of the node's folder, and open that. It holds everything
    /// that was committed before the call.
    @discardableResult
    public func backup(
        to path: String, progress: @escaping @Sendable (_ position: Position, _ head: Position) -> Void
    ) async throws -> BackupSummary {
        try await catchUp()
        return try await replica.backup(to: path, progress: progress)
    }

    /// Copies this node's replica as ``backup(to:progress:)`` does, and reports the progress of each phase.
    @discardableResult
    public func backup(
        to path: String, reporting report: @escaping @Sendable (PhaseProgress) -> Void
    ) async throws -> BackupSummary {
        try await catchUp()
        return try await replica.backup(to: path, reporting: report)
    }

    /// Lets the log forget the entries whose events a backup holds.
    ///
    /// The backup is verified first, block by block, and compared with this node. A node that has not followed what is
    /// forgotten must begin from a backup.
    ///
    /// - Parameter backup: The folder of a backup of this store, which no process has open.
    /// - Returns: The last entry that the log has forgotten; it keeps its last entry in any case.
    /// - Throws: `EventStoreError`: `damaged` or `diverged` if the backup does not fit; `unreachable`; the errors of opening
    ///   the backup. ``ReplicatedLogError`` if the log cannot be trimmed.
    @discardableResult
    public func trim(behind backup: String) async throws -> LogSequence {
        let options = options.replica
        let end = try await SerialBlockingExecutor(named: "backup").run {
            try LMDBEventStore.verifiedEnd(at: backup, options: options)
        }
        try await catchUp()
        let head = try await replica.head()
        guard end.storeID == id, end.position <= head, try await replica.checkpoint(at: end.position) == end else {
            throw EventStoreError.otherBackup(backup)
        }
        do {
            return try await trim(behind: end.position)
        } catch let error as ReplicatedLogError where error.isOfConnection {
            throw EventStoreError.unreachableLog(connection.log.name, error)
        }
    }

    private func trim(behind position: Position) async throws -> LogSequence {
        let bounds = try await connection.log.bounds()
        // The end of the store's log that an entry continues grows along the log.
        func continues(_ sequence: LogSequence) async throws -> Position {
            guard let entry = try await connection.log.entry(at: sequence) else {
                throw ReplicatedLogError.foreignEntry(sequence, "is missing, although the log has later ones")
            }
            return try LogEntry(entry).before.position
        }
        guard bounds.trimmed < bounds.tail, try await continues(bounds.trimmed.next) <= position else {
            return bounds.trimmed
        }
        let last = try await lastSequence(from: bounds.trimmed.next, to: bounds.tail) {
            try await continues($0) <= position
        }
        // The parts of one series continue the same end: they go, or stay, together.
        let end = try await continues(last)
        guard end > 0, try await continues(bounds.trimmed.next) < end else { return bounds.trimmed }
        let kept = try await lastSequence(from: bounds.trimmed.next, to: last) { try await continues($0) < end }
        try await connection.log.trim(upTo: kept)
        return kept
    }

    /// The last sequence of a range for which a condition holds; it holds for the first one, and for none behind one for
    /// which it does not.
    private func lastSequence(
        from first: LogSequence, to last: LogSequence, where holds: (LogSequence) async throws -> Bool
    ) async throws -> LogSequence {
        var (low, high) = (first.number, last.number)
        while low < high {
            let middle = high - (high - low) / 2
            if try await holds(LogSequence(middle)) { low = middle } else { high = middle - 1 }
        }
        return LogSequence(low)
    }
}

extension EventStoreError {
    fileprivate static func otherBackup(_ path: String) -> EventStoreError {
        EventStoreError(
            .diverged,
            """
            the backup \(quoted(path, upTo: .max)) is not one of this store, or differs from this node: compare the \
            nodes, and make another backup; nothing was trimmed
            """)
    }
}
