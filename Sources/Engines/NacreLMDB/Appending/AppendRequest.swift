import Nacre

/// An append that waits for the writer.
final class AppendRequest: @unchecked Sendable {
    // Sendable: `ticket`, `arrival`, `isWithdrawn` and `continuation` are touched with the queue's lock held until the
    // request is out of the queue. Whoever took it out, and that is one, has them and `answer` to himself until he
    // resumes the continuation; from then on the caller has them. The rest is never changed.
    let prepared: PreparedCommit
    /// What its conditions came to on the caller's side.
    let conditions: ConditionVerdicts

    /// The request's ordinal among all that were handed in; 0 where it is not in the queue yet.
    var ticket: UInt64 = 0

    /// When it arrived, on the clock of ``StoreMetrics``: of those that wait the first one's is read, and that of the
    /// first one after each group that was taken; 0 of the others, which came after the one before them that has one.
    var arrival: UInt64 = 0

    /// Whether its task was cancelled before it was in the queue.
    var isWithdrawn = false

    /// What became of it, before the caller is told.
    var answer: Answer?

    /// Resumed exactly once: by whoever took the request out of the queue, or kept it out.
    var continuation: UnsafeContinuation<Void, Never>?

    /// What is told to a caller.
    enum Answer {
        /// The events are in the log, up to a position; with the version of each stream that the commit wrote.
        case appended(upTo: Position, versions: NonEmptyList<StreamVersion>)
        /// The events were in the log already.
        case repeated(AppendResult)
        case refused(any Error)
    }

    /// What the request has reserved of the queue's bound: ``Commit/weight``.
    let byteCount: Int

    init(_ prepared: PreparedCommit, guardWeight: Int = 0, conditions: ConditionVerdicts = ConditionVerdicts([])) {
        self.prepared = prepared
        self.conditions = conditions
        byteCount = prepared.bytes.count + guardWeight
    }

    /// Tells the caller what became of the request.
    func resume() {
        let continuation = continuation
        self.continuation = nil
        continuation?.resume()
    }

    /// What the caller gets; made on its thread, as the writer has others to serve.
    ///
    /// - Throws: Why the request was refused.
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
        // Nobody resumes a caller without an answer; if somebody did, nothing of this append could be vouched for.
        case nil: throw EventStoreError.storeClosed
        }
    }
}
