internal import NacreReplicated
internal import Synchronization

/// Hands entries from the task that follows a log to the one that iterates, and lets the former wait for the latter.
final class EntryChannel: Sendable {
    private struct State {
        /// The entries not taken yet, in order; those before `head` are taken.
        var entries: [SequencedEntry] = []
        var head = 0
        var byteCount = 0
        var end: (any Error)?
        var consumer: CheckedContinuation<SequencedEntry, any Error>?
        var producer: CheckedContinuation<Void, Never>?

        var isFull: Bool { byteCount > EntryChannel.byteLimit || entries.count - head > EntryChannel.countLimit }

        mutating func take() -> SequencedEntry? {
            guard head < entries.count else { return nil }
            let entry = entries[head]
            head += 1
            byteCount -= entry.bytes.count
            if head == entries.count {
                entries.removeAll(keepingCapacity: true)
                head = 0
            }
            return entry
        }
    }

    /// The bytes that wait to be taken before the sender waits.
    private static let byteLimit = 4 << 20
    /// The entries that wait to be taken before the sender waits.
    private static let countLimit = 4_096

    private let state = Mutex(State())

    /// Adds an entry, and waits while too many wait to be taken.
    ///
    /// - Parameter entry: The next entry.
    /// - Throws: `CancellationError` if the task is cancelled.
    func send(_ entry: SequencedEntry) async throws(CancellationError) {
        let (consumer, isFull) = state.withLock { state -> (CheckedContinuation<SequencedEntry, any Error>?, Bool) in
            if let consumer = state.consumer {
                state.consumer = nil
                return (consumer, false)
            }
            state.entries.append(entry)
            state.byteCount += entry.bytes.count
            return (nil, state.isFull)
        }
        consumer?.resume(returning: entry)
        if isFull { await room() }
        if Task.isCancelled { throw CancellationError() }
    }

    private func room() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    guard !Task.isCancelled, state.isFull else { return true }
                    state.producer = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            resumeProducer()
        }
    }

    private func resumeProducer() {
        state.withLock { state in
            defer { state.producer = nil }
            return state.producer
        }?.resume()
    }

    /// Ends the entries; those that wait are still taken.
    ///
    /// - Parameter error: Why.
    func finish(throwing error: any Error) {
        state.withLock { state in
            state.end = state.end ?? error
            defer { state.consumer = nil }
            return state.consumer
        }?.resume(throwing: error)
    }

    /// The next entry, once there is one.
    ///
    /// - Throws: Why there is none, or `CancellationError` if the task is cancelled.
    func next() async throws -> SequencedEntry {
        let (entry, hasRoom) = state.withLock { state in
            let entry = state.take()
            return (entry, !state.isFull)
        }
        if hasRoom { resumeProducer() }
        if let entry { return entry }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<SequencedEntry, any Error>? in
                    if let entry = state.take() { return .success(entry) }
                    if let end = state.end { return .failure(end) }
                    if Task.isCancelled { return .failure(CancellationError()) }
                    state.consumer = continuation
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            state.withLock { state in
                defer { state.consumer = nil }
                return state.consumer
            }?.resume(throwing: CancellationError())
        }
    }
}
