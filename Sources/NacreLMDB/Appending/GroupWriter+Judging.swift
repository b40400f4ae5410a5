import LMDB
import Nacre

extension GroupWriter {
    /// Judges the expectations, checks and conditions of a commit, leaving the slots of its streams in `slots`.
    mutating func judge(
        _ request: AppendRequest, among requests: ArraySlice<AppendRequest>,
        in transaction: borrowing WriteTransaction
    ) throws {
        let prepared = request.prepared
        slots.removeAll(keepingCapacity: true)
        var violations: [Violation] = []
        for stream in prepared.streams {
            let slot = try self.slot(of: stream.key, in: transaction)
            slots.append(slot)
            let actual = heads.version(of: slot)
            guard !stream.expectation.holds(at: actual) else { continue }
            violations.append(
                stream.isChecked
                    ? .check(stream: stream.key.name, expected: stream.expectation, actual: actual)
                    : .expectation(stream: stream.key.name, expected: stream.expectation, actual: actual))
        }
        violations += try violatedConditions(of: request, among: requests, in: transaction)
        guard violations.isEmpty else { throw EventStoreError.conflict(violations) }
    }

    private mutating func slot(of key: StreamKey, in transaction: borrowing WriteTransaction) throws -> Int {
        if let slot = heads.slot(of: key) { return slot }
        var log = try LogSnapshot(in: transaction)
        let head = end.head
        let version = try lookup.look(in: &log, head: head) { (snapshot, log) in
            try lookup.version(of: key, upTo: head, in: snapshot, log: &log)
        }
        return heads.insert(key, version: version)
    }

    /// The answer for a commit whose events are all recorded already; `nil` where none is.
    ///
    /// - Throws: `idempotencyMismatch` where some are, or one is recorded otherwise.
    mutating func recorded(
        _ prepared: PreparedCommit, in transaction: borrowing WriteTransaction
    ) throws -> AppendResult? {
        guard !prepared.ids.isEmpty, end.head > 0 else { return nil }
        var log = try LogSnapshot(in: transaction)
        let head = end.head
        return try lookup.look(in: &log, head: head) { (snapshot, log) in
            var repetition = Repetition(of: prepared)
            for index in prepared.ids.indices {
                let record = try lookup.record(withID: prepared.ids[index], upTo: head, in: snapshot, log: &log)
                repetition.note(record, for: index)
            }
            return try repetition.answer()
        }
    }
}
