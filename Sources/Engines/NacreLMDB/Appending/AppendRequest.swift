import LMDB
import Nacre

/// An append that is waiting for the writer.
///
/// `@safe` is right because one piece of code alone takes the request out of the queue and resumes the continuation.
@safe
final class AppendRequest: @unchecked Sendable {
    // Sendable: while the request is in the queue, `ticket`, `arrival`, `isWithdrawn` and `continuation` are accessed
    // only with the queue's lock held. Exactly one thread takes it out; that thread alone accesses them, `resumed` and
    // `answer` until it resumes the continuation, and from then on only the caller does. All other properties are
    // immutable.
    let prepared: PreparedCommit
    /// The verdicts on its conditions from the caller's side.
    let conditions: ConditionVerdicts

    /// The ordinal of the request among all that were queued; 0 until it is queued.
    var ticket: UInt64 = 0

    /// When it arrived, on the clock of ``StoreMetrics``.
    ///
    /// Recorded only for the first waiting request and the first after each group was taken; 0 for the others, which
    /// arrived after the nearest earlier request with a time.
    var arrival: UInt64 = 0

    /// When the caller was resumed, on the clock of `ConditionLock`, if its request was a group of its own; otherwise 0.
    var resumed: UInt64 = 0

    /// Whether its task was cancelled before it was queued.
    var isWithdrawn = false

    /// The result, set before the caller is resumed.
    var answer: Answer?

    /// Resumed exactly once, by the code that takes the request out of the queue or keeps it out.
    var continuation: UnsafeContinuation<Void, Never>?

    /// The result of an append.
    enum Answer {
        /// The events are in the log, up to a position; with the new version of each stream that the commit writes.
        case appended(upTo: Position, versions: NonEmptyList<StreamVersion>)
        /// The commit was already recorded.
        case repeated(AppendResult)
        case refused(any Error)
    }

    /// The bytes reserved in the queue: ``Commit/weight``.
    let byteCount: Int

    init(_ prepared: PreparedCommit, guardWeight: Int = 0, conditions: ConditionVerdicts = ConditionVerdicts([])) {
        self.prepared = prepared
        self.conditions = conditions
        byteCount = prepared.bytes.count + guardWeight
    }

    /// Resumes the caller.
    func resume() {
        let continuation = unsafe continuation
        unsafe self.continuation = nil
        unsafe continuation?.resume()
    }

    /// For how long the caller has been resumed, in nanoseconds, if its request was a group of its own.
    var lateness: UInt64? { resumed > 0 ? ConditionLock.now - resumed : nil }

    /// The result for the caller, built on the caller's thread to relieve the writer.
    ///
    /// - Throws: Why the append was refused.
    func result() throws -> AppendResult {
        switch answer {
        case .appended(let last, let versions):
            return AppendResult(
                firstPosition: last - UInt64(prepared.records.count) + 1, lastPosition: last,
                streams: versions.indices.map {
                    AppendResult.StreamState(stream: prepared.streams[$0].key.name, version: versions[$0])
                })
        case .repeated(let result): return result
        case .refused(let error): throw error
        // Unreachable: a request is answered before it is resumed. Without an answer the outcome is not known.
        case nil: throw EventStoreError.storeClosed
        }
    }
}
