/// Inspects a store for tools: its streams, its size, and whether it is undamaged.
public protocol StoreInspection: Sendable {
    /// Calls a closure with all streams, in no particular order.
    ///
    /// - Parameters:
    ///   - category: Only streams of this category; `nil` for all.
    ///   - body: Called with each stream, off the cooperative pool.
    /// - Throws: ``EventStoreError``; any error that `body` throws.
    func forEachStream(
        in category: String?, _ body: @escaping @Sendable (StreamSummary) throws -> Void
    ) async throws

    /// Indexes the events that were not indexed when the store was opened. Less than one batch may remain.
    ///
    /// Calling it is optional: events that are not indexed yet are found in memory. If the index cannot be written,
    /// the store logs this.
    ///
    /// - Throws: ``EventStoreError`` if the log cannot be read.
    func catchUpIndex() async throws

    /// Returns counts and sizes.
    ///
    /// - Returns: The current figures.
    /// - Throws: ``EventStoreError``.
    func statistics() async throws -> StoreStatistics

    /// Verifies the whole log: every checksum, the chain of blocks, that positions have no gaps and versions are
    /// contiguous, and that the index agrees with the log.
    ///
    /// It continues after a fault, and does not hold a read transaction open throughout.
    ///
    /// - Parameters:
    ///   - progress: Called from time to time with the position reached and the head.
    ///   - finding: Called with each fault, in the order of the log.
    /// - Returns: A summary.
    /// - Throws: ``EventStoreError`` if the log cannot be read at all.
    func verify(
        progress: @escaping @Sendable (_ position: Position, _ head: Position) -> Void,
        finding: @escaping @Sendable (VerificationFinding) -> Void
    ) async throws -> VerificationSummary

    /// Reads the next events of a log that may be damaged, around the damage.
    ///
    /// Call it with 1, then with ``IntactEvents/next`` until that is `nil`.
    ///
    /// - Parameter position: The position to begin at.
    /// - Returns: The events that are whole, and what is damaged between them.
    /// - Throws: ``EventStoreError`` if the disk fails, or the store is closed; not for damage.
    func intactEvents(from position: Position) async throws -> IntactEvents

    /// Verifies the whole log as ``verify(progress:finding:)`` does, and reports the progress of each phase.
    ///
    /// - Parameters:
    ///   - report: Called from time to time with the phase and its progress.
    ///   - finding: Called with each fault, in the order of the log.
    /// - Returns: A summary.
    /// - Throws: ``EventStoreError`` if the log cannot be read at all.
    func verify(
        reporting report: @escaping @Sendable (PhaseProgress) -> Void,
        finding: @escaping @Sendable (VerificationFinding) -> Void
    ) async throws -> VerificationSummary
}

extension StoreInspection {
    /// Verifies the whole log, in one phase.
    public func verify(
        reporting report: @escaping @Sendable (PhaseProgress) -> Void,
        finding: @escaping @Sendable (VerificationFinding) -> Void
    ) async throws -> VerificationSummary {
        try await verify(progress: { report(PhaseProgress("verifying", $0, of: $1)) }, finding: finding)
    }
}

/// A stream in a listing.
public struct StreamSummary: Hashable, Sendable {
    /// The name.
    public let stream: StreamName

    /// The version of its last event.
    public let version: StreamVersion

    /// The position of its first event.
    public let firstPosition: Position

    /// The position of its last event.
    public let lastPosition: Position

    /// Creates a summary from its parts.
    public init(stream: StreamName, version: StreamVersion, firstPosition: Position, lastPosition: Position) {
        self.stream = stream
        self.version = version
        self.firstPosition = firstPosition
        self.lastPosition = lastPosition
    }
}

/// Counts and sizes of a store.
public struct StoreStatistics: Hashable, Sendable {
    /// A file of the store.
    public struct File: Hashable, Sendable {
        /// Its name within the folder.
        public let name: String

        /// Its size on disk, in bytes.
        public let bytes: Int

        /// Creates a file entry.
        public init(name: String, bytes: Int) {
            self.name = name
            self.bytes = bytes
        }
    }

    /// The index of the log.
    public struct Index: Hashable, Sendable {
        /// The size of its pages in use, in bytes.
        public let bytes: Int

        /// The number of postings of all terms: streams, ids, types, categories, tags and contexts.
        public let postings: Int

        /// The number of events that this process has indexed since it opened the store.
        public let indexedSinceOpening: Int

        /// How long the indexing took.
        public let indexingTime: Duration

        /// The indexing rate in events per second, recorded by the process that wrote the last batch; `nil` if there
        /// was none.
        public let lastEventsPerSecond: Double?

        /// The indexing rate in events per second: of this process since it opened the store, or otherwise
        /// ``lastEventsPerSecond``; `nil` if nothing was indexed.
        public var eventsPerSecond: Double? {
            let (seconds, attoseconds) = indexingTime.components
            let time = Double(seconds) + Double(attoseconds) / 1e18
            return indexedSinceOpening > 0 && time > 0 ? Double(indexedSinceOpening) / time : lastEventsPerSecond
        }

        /// Whether runs are being merged, or merged runs are still to be deleted.
        public let isMerging: Bool

        /// Creates the figures of an index.
        public init(
            bytes: Int, postings: Int, indexedSinceOpening: Int, indexingTime: Duration,
            lastEventsPerSecond: Double? = nil, isMerging: Bool = false
        ) {
            self.bytes = bytes
            self.postings = postings
            self.indexedSinceOpening = indexedSinceOpening
            self.indexingTime = indexingTime
            self.lastEventsPerSecond = lastEventsPerSecond
            self.isMerging = isMerging
        }
    }

    /// The journal, through which a busy store appends.
    ///
    /// Its counts are those of this process since it opened the store.
    public struct Journal: Hashable, Sendable {
        /// Whether appends go through the journal at present.
        public var isInUse = false

        /// The bytes of events that are durable in the journal and not in the log yet.
        public var pendingBytes = 0

        /// How often the journal was taken into use.
        public var uses = 0

        /// How often its use ended because another opening of the store waited.
        public var handOvers = 0

        /// The number of groups of commits that were written to it.
        public var groups = 0

        /// The number of times that pending events were put into the log, apart from those before a large group.
        public var drains = 0

        /// The bytes of these events.
        public var drainedBytes = 0

        /// How long draining took.
        public var drainingTime = Duration.zero

        /// Creates the figures of a journal that was not used.
        public init() {}
    }

    /// The identity of the log.
    public let id: StoreID

    /// The position of the last event, which is also the number of events.
    public let head: Position

    /// The number of blocks in the log.
    public let blocks: Int

    /// The checkpoint of the index on disk.
    ///
    /// Later events are found in memory.
    public let indexedUpTo: Position

    /// The number of events that the index on disk is behind the head.
    public var indexLag: Position { head > indexedUpTo ? head - indexedUpTo : 0 }

    /// The index; `nil` if the store has none.
    public let index: Index?

    /// The journal; `nil` if the store has none.
    public let journal: Journal?

    /// The files.
    public let files: [File]

    /// Creates statistics from their parts.
    public init(
        id: StoreID, head: Position, blocks: Int, indexedUpTo: Position, index: Index? = nil, journal: Journal? = nil,
        files: [File]
    ) {
        self.index = index
        self.journal = journal
        self.id = id
        self.head = head
        self.blocks = blocks
        self.indexedUpTo = indexedUpTo
        self.files = files
    }
}

/// A fault found by a verification.
public struct VerificationFinding: Hashable, Sendable, CustomStringConvertible {
    /// The position of the fault, if it has one.
    public let position: Position?

    /// The fault.
    public let description: String

    /// Creates a finding from its parts.
    public init(position: Position?, _ description: String) {
        self.position = position
        self.description = description
    }
}

/// The summary of a verification.
public struct VerificationSummary: Hashable, Sendable {
    /// The number of events with correct checksums.
    public let events: Int

    /// The number of blocks with correct checksums.
    public let blocks: Int

    /// The number of streams that these events belong to.
    public let streams: Int

    /// The number of faults found.
    public let findings: Int

    /// Creates a summary from its parts.
    public init(events: Int, blocks: Int, streams: Int, findings: Int) {
        self.events = events
        self.blocks = blocks
        self.streams = streams
        self.findings = findings
    }
}
