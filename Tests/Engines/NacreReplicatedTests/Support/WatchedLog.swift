import NacreReplicated
import Synchronization

/// A log that counts the calls of a node, and changes what it asks and hears.
final class WatchedLog: ReplicatedLog {
    /// What was called.
    struct Counts {
        var bounds = 0
        var appends = 0
        /// Behind which sequences the log was followed.
        var follows: [LogSequence] = []
    }

    typealias Append = @Sendable ([UInt8], LogSequence, any ReplicatedLog) async throws -> LogAppendOutcome

    private let log: any ReplicatedLog
    private let counted = Mutex(Counts())
    private let append: Append
    private let bounds: @Sendable (LogBounds) async throws -> LogBounds
    private let entry: @Sendable (SequencedEntry) async throws -> SequencedEntry

    init(
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

    var counts: Counts { counted.withLock { $0 } }

    var name: String { log.name }
    var entryByteLimit: Int { log.entryByteLimit }

    func prepare() async throws { try await log.prepare() }

    func append(_ bytes: [UInt8], expecting sequence: LogSequence) async throws -> LogAppendOutcome {
        counted.withLock { $0.appends += 1 }
        return try await append(bytes, sequence, log)
    }

    func entries(after sequence: LogSequence) -> AsyncThrowingStream<SequencedEntry, any Error> {
        counted.withLock { $0.follows.append(sequence) }
        let (log, entry) = (log, entry)
        let iterator = Iterator(log.entries(after: sequence).makeAsyncIterator())
        return AsyncThrowingStream(unfolding: {
            guard let next = try await iterator.next() else { return nil }
            return try await entry(next)
        })
    }

    func entry(at sequence: LogSequence) async throws -> SequencedEntry? {
        guard let found = try await log.entry(at: sequence) else { return nil }
        return try await entry(found)
    }

    func bounds() async throws -> LogBounds {
        counted.withLock { $0.bounds += 1 }
        return try await bounds(try await log.bounds())
    }

    func trim(upTo sequence: LogSequence) async throws { try await log.trim(upTo: sequence) }
    func health() async -> LogHealth { await log.health() }
    func close() async { await log.close() }

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

/// Lets through, once it is open, what waits for it.
final class Turnstile: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.isOpen = true
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
