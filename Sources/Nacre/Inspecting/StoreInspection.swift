/// What the tools ask of a store that keeps its log in files: what is in it, how large it is, whether it is whole.
public protocol StoreInspection: Sendable {
    /// Walks through the streams in no particular order.
    ///
    /// - Parameters:
    ///   - category: Only streams of this category; `nil` for all.
    ///   - body: Takes a stream; runs off the cooperative pool.
    /// - Throws: ``EventStoreError``, and what `body` throws.
    func forEachStream(
        in category: String?, _ body: @escaping @Sendable (StreamSummary) throws -> Void
    ) async throws

    /// Takes into the index what opening has left to be done beside other work, up to less than a batch.
    ///
    /// Nobody needs to: what is not indexed yet is looked up in memory. Where the index cannot be written, the store's
    /// logger says so.
    ///
    /// - Throws: ``EventStoreError`` where the log cannot be read.
    func catchUpIndex() async throws

    /// Counts and sizes.
    ///
    /// - Returns: The figures of this moment.
    /// - Throws: ``EventStoreError``.
    func statistics() async throws -> StoreStatistics

    /// Reads the whole log, and checks every checksum, the chain of blocks, that positions have no gaps and versions are
    /// contiguous, and that the index agrees with the log.
    ///
    /// It goes on behind what it finds, and pins no reader while it does.
    ///
    /// - Parameters:
    ///   - progress: Told now and then the position reached and the head.
    ///   - finding: Told each fault, in the order of the log.
    /// - Returns: What was looked at.
    /// - Throws: ``EventStoreError`` where the log cannot be read at all.
    func verify(
        progress: @escaping @Sendable (_ position: Position, _ head: Position) -> Void,
        finding: @escaping @Sendable (VerificationFinding) -> Void
    ) async throws -> VerificationSummary
}

/// A stream, as a list shows it.
public struct StreamSummary: Hashable, Sendable {
    /// The name.
    public let stream: StreamName

    /// The version of its last event.
    public let version: StreamVersion

    /// Where its first event stands.
    public let firstPosition: Position

    /// Where its last event stands.
    public let lastPosition: Position

    /// Makes a summary of its parts.
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
        /// Its name in the folder.
        public let name: String

        /// Its size on disk, in bytes.
        public let bytes: Int

        /// Makes a file's figures.
        public init(name: String, bytes: Int) {
            self.name = name
            self.bytes = bytes
        }
    }

    /// What finds events in the log.
    public struct Index: Hashable, Sendable {
        /// The size of its pages in use, in bytes.
        public let bytes: Int

        /// How many places of streams, ids, types, categories and tags it knows.
        public let postings: Int

        /// How many events this process has indexed since it opened the store.
        public let indexedSinceOpening: Int

        /// How long that took.
        public let indexingTime: Duration

        /// How many events a second whoever took in the last batch had come to index; `nil` where none was.
        public let lastEventsPerSecond: Double?

        /// How many events are indexed in a second: by this process since it opened the store, or else by whoever took
        /// in the last batch; `nil` where none was.
        public var eventsPerSecond: Double? {
            let (seconds, attoseconds) = indexingTime.components
            let time = Double(seconds) + Double(attoseconds) / 1e18
            return indexedSinceOpening > 0 && time > 0 ? Double(indexedSinceOpening) / time : lastEventsPerSecond
        }

        /// Whether parts of it are being merged, or what was merged is still to be deleted.
        public let isMerging: Bool

        /// Makes an index's figures.
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

    /// The identity of the log.
    public let id: StoreID

    /// The position of the last event, and so the number of events.
    public let head: Position

    /// How many blocks hold them.
    public let blocks: Int

    /// Up to where the index on disk goes; what is behind it is looked up in memory.
    public let indexedUpTo: Position

    /// How many events the index on disk is behind the head.
    public var indexLag: Position { head > indexedUpTo ? head - indexedUpTo : 0 }

    /// The index; `nil` where the store has none.
    public let index: Index?

    /// The files.
    public let files: [File]

    /// Makes statistics of their parts.
    public init(
        id: StoreID, head: Position, blocks: Int, indexedUpTo: Position, index: Index? = nil, files: [File]
    ) {
        self.index = index
        self.id = id
        self.head = head
        self.blocks = blocks
        self.indexedUpTo = indexedUpTo
        self.files = files
    }
}

/// A fault that a verification found.
public struct VerificationFinding: Hashable, Sendable, CustomStringConvertible {
    /// Where in the log it is, where it is at a position.
    public let position: Position?

    /// What is wrong.
    public let description: String

    /// Makes a finding of its parts.
    public init(position: Position?, _ description: String) {
        self.position = position
        self.description = description
    }
}

/// What a verification looked at.
public struct VerificationSummary: Hashable, Sendable {
    /// Events whose checksums were right.
    public let events: Int

    /// Blocks whose checksums were right.
    public let blocks: Int

    /// Streams that they belong to.
    public let streams: Int

    /// How many faults were found.
    public let findings: Int

    /// Makes a summary of its parts.
    public init(events: Int, blocks: Int, streams: Int, findings: Int) {
        self.events = events
        self.blocks = blocks
        self.streams = streams
        self.findings = findings
    }
}
