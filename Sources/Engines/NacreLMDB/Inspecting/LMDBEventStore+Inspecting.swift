internal import LMDB
public import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension LMDBEventStore: StoreInspection {
    /// Counts and sizes.
    public func statistics() async throws -> StoreStatistics {
        try checkOpen()
        let (head, blocks) = try reading { (log) in (try log.head(), try log.checkedBlockCount()) }
        let indexed = try await indexStatistics()
        let work = indexing.done
        return StoreStatistics(
            id: id,
            head: head,
            blocks: Int(clamping: blocks),
            indexedUpTo: indexed.checkpoint.position,
            index: StoreStatistics.Index(
                bytes: indexed.usedBytes, postings: Int(clamping: indexed.entries.values.reduce(0, +)),
                indexedSinceOpening: work.events, indexingTime: work.duration,
                lastEventsPerSecond: indexed.eventsPerSecond == 0 ? nil : Double(indexed.eventsPerSecond),
                isMerging: indexed.isMerging),
            journal: try journaling?.statistics ?? unusedJournal(),
            files: [
                ("log.mdb", folder.log), ("journal", folder.journal), ("index.mdb", folder.index),
                ("views.mdb", folder.views),
            ]
            .compactMap { name, path in
                var status = stat()
                guard unsafe stat(path, &status) == 0 else { return nil }
                return StoreStatistics.File(name: name, bytes: Int(status.st_blocks) * 512)
            })
    }

    /// The figures of a journal that this object must not use.
    ///
    /// - Returns: In use, if a process has left it so and its events cannot be read; `nil` if there is none.
    private func unusedJournal() throws -> StoreStatistics.Journal? {
        let marked = try environment.withStoredSnapshot { (log) in try log.markedHeader(path: environment.path) }
        var journal = StoreStatistics.Journal()
        journal.isInUse = marked.map { $0.mark != .empty } ?? false
        return journal.isInUse || folder.holds(folder.journal) ? journal : nil
    }

    /// Indexes the events that opening has left to the background, up to less than a batch.
    public func catchUpIndex() async throws {
        try checkOpen()
        try await pool.run { [indexing] in try indexing.catchUpIfWritable() }
    }

    private func indexStatistics() async throws -> IndexStatistics {
        if let statistics = try indexing.shortLookup({ try index.statistics() }) { return statistics }
        return try await pool.run { [self] in try indexing.blockingLookup { try index.statistics() } }
    }

    /// Calls `body` with a summary of each stream, in no particular order.
    ///
    /// The body runs on the store's blocking pool; other reads run in between.
    public func forEachStream(
        in category: String?, _ body: @escaping @Sendable (StreamSummary) throws -> Void
    ) async throws {
        try checkOpen()
        var lister: StreamLister? = StreamLister(category: category)
        while let begun = lister {
            try Task.checkCancellation()
            lister = try await pool.run { [self] in
                var lister = begun
                guard let streams = try lister.next(self) else { return nil }
                for stream in streams { try body(stream) }
                return lister
            }
        }
    }

    /// Reads the whole log, and checks the log and the index against each other.
    ///
    /// Each part is a job of its own on the store's blocking pool, where `progress` and `finding` are called too. Other
    /// reads run in between, and cancelling the task ends the verification after the current part.
    public func verify(
        progress: @escaping @Sendable (_ position: Position, _ head: Position) -> Void,
        finding: @escaping @Sendable (VerificationFinding) -> Void
    ) async throws -> VerificationSummary {
        try await verify(
            reporting: { if $0.phase == Verification.ofLog { progress($0.done, $0.total) } }, finding: finding)
    }

    /// Verifies as ``verify(progress:finding:)`` does, and reports the progress of its phases: the log, and the index.
    public func verify(
        reporting report: @escaping @Sendable (PhaseProgress) -> Void,
        finding: @escaping @Sendable (VerificationFinding) -> Void
    ) async throws -> VerificationSummary {
        try checkOpen()
        let verification = VerificationInProgress(
            Verification(store: self, progress: report, finding: finding))
        while true {
            try Task.checkCancellation()
            if let summary = try await pool.run({ try verification.checkNextPart() }) { return summary }
        }
    }
}

extension LMDBEventStore {
    /// What the journal holds and has done; `nil` if the store must not use one.
    package var journalStatistics: StoreStatistics.Journal? { journaling?.statistics }
}
