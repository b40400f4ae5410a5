package import NacreReplicated
import Synchronization

/// A log that counts the calls of a node, and changes what it asks and hears.
package final class WatchedLog: ReplicatedLog {
    /// What was called.
    package struct Counts {
        package var bounds = 0
        package var appends = 0
        /// Behind which sequences the log was followed.
        package var follows: [LogSequence] = []
    }

    package typealias Append = @Sendable ([UInt8], LogSequence, any ReplicatedLog) async throws -> LogAppendOutcome

    private let log: any ReplicatedLog
    private let counted = Mutex(Counts())
    private let append: Append
    private let bounds: @Sendable (LogBounds) async throws -> LogBounds
    private let entry: @Sendable (SequencedEntry) async throws -> SequencedEntry

    package init(
        _ log: any ReplicatedLog,
        append: @escaping Append = { try await $2.append($0, expecting: $1) },
        bounds: @escaping @Sendable (LogBounds) async throws -> LogBounds = { $0 },
        entry: @escaping @Sendable (SequencedEntry) async throws -> SequencedEntry = { $0 }
    ) {
        self.log = log
        self.append = append
        self.bounds = bounds
        self.entry = entry
    }

    package var counts: Counts { counted.withLock { $0 } }

    package var name: String { log.name }
    package var entryByteLimit: Int { log.entryByteLimit }

    package func prepare() async throws { try await log.prepare() }

    package func append(_ bytes: [UInt8], expecting sequence: LogSequence) async throws -> LogAppendOutcome {
        counted.withLock { $0.appends += 1 }
        return try await append(bytes, sequence, log)
    }

    package func entries(after sequence: LogSequence) -> AsyncThrowingStream<SequencedEntry, any Error> {
        counted.withLock { $0.follows.append(sequence) }
        let (log, entry) = (log, entry)
        let iterator = Iterator(log.entries(after: sequence).makeAsyncIterator())
        return AsyncThrowingStream(unfolding: {
            guard let next = try await iterator.next() else { return nil }
            return try await entry(next)
        })
    }

    package func entry(at sequence: LogSequence) async throws -> SequencedEntry? {
        guard let found = try await log.entry(at: sequence) else { return nil }
        return try await entry(found)
    }

    package func bounds() async throws -> LogBounds {
        counted.withLock { $0.bounds += 1 }
        return try await bounds(try await log.bounds())
    }

    package func announce(_ bytes: [UInt8], by node: String, for lifetime: Duration) async throws {
        try await log.announce(bytes, by: node, for: lifetime)
    }

    package func announcements() async throws -> [[UInt8]] { try await log.announcements() }
    package func trim(upTo sequence: LogSequence) async throws { try await log.trim(upTo: sequence) }
    package func health() async -> LogHealth { await log.health() }
    package func close() async { await log.close() }

    /// The iterator of a stream, which one task at a time uses.
    private final class Iterator: @unchecked Sendable {
        // Sendable: the stream that owns it asks for one element after the other.
        private var iterator: AsyncThrowingStream<SequencedEntry, any Error>.AsyncIterator

        init(_ iterator: AsyncThrowingStream<SequencedEntry, any Error>.AsyncIterator) { self.iterator = iterator }

        func next() async throws -> SequencedEntry? {
            var iterator = iterator
            defer { self.iterator = iterator }
            return try await iterator.next(isolation: nil)
        }
    }
}
