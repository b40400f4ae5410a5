import Nacre

extension GroupWriter {
    /// Evaluates the expectations, checks and conditions of a commit.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - first: The index in `slots` of the request's first stream.
    ///   - requests: The group.
    ///   - log: The log that the group will continue.
    /// - Throws: `conflict` with every violation; ``OutdatedConditions``; `damaged` or `inputOutput` if the log or the
    ///   index cannot be read.
    mutating func judge(
        _ request: AppendRequest, slotsFrom first: Int, among requests: ArraySlice<AppendRequest>,
        in log: inout LogSnapshot
    ) throws {
        let prepared = request.prepared
        var violations: [Violation] = []
        for index in prepared.streams.indices {
            let slot = slots[first + index]
            // Only if the group lookup failed: the error then concerns this request alone.
            if !heads.isKnown(slot) { try learnVersion(of: slot, in: &log) }
            let actual = heads.version(of: slot)
            guard !prepared.streams[index].expectation.holds(at: actual) else { continue }
            let stream = prepared.streams[index]
            violations.append(
                stream.isChecked
                    ? .check(stream: stream.key.name, expected: stream.expectation, actual: actual)
                    : .expectation(stream: stream.key.name, expected: stream.expectation, actual: actual))
        }
        violations += try violatedConditions(of: request, among: requests, in: &log)
        guard violations.isEmpty else {
            throw EventStoreError.conflict(violations, head: end.head + Position(planned.count))
        }
    }

    /// The number of requests whose streams are prefetched together.
    private static var requestsAtOnce: Int { 32 }

    /// Assigns slots to a group's streams, and reads unknown versions in one index lookup.
    ///
    /// Read errors are left to ``judge(_:slotsFrom:among:in:)``, which reports them to the request concerned only.
    mutating func findStreams(
        of requests: ArraySlice<AppendRequest>, in log: inout LogSnapshot
    ) throws {
        slots.removeAll(keepingCapacity: true)
        unknown.removeAll(keepingCapacity: true)
        for start in stride(from: requests.startIndex, to: requests.endIndex, by: Self.requestsAtOnce) {
            let part = requests[start..<min(start + Self.requestsAtOnce, requests.endIndex)]
            // The cache misses of several requests overlap.
            for request in part { heads.prefetchPlace(of: request.prepared.streams[0].key.hash) }
            for request in part { heads.prefetchSlot(of: request.prepared.streams[0].key.hash) }
            for request in part {
                let streams = request.prepared.streams
                for index in streams.indices {
                    let slot = heads.slot(of: streams[index].key)
                    slots.append(slot)
                    if !heads.isKnown(slot) { unknown.append(slot) }
                }
            }
        }
        guard !unknown.isEmpty else { return }
        let head = end.head
        do {
            try lookup.run(in: &log, head: head) { (snapshot, log) in
                for slot in unknown where !heads.isKnown(slot) {
                    let key = heads.slots[slot].key
                    heads.set(try lookup.version(of: key, upTo: head, in: snapshot, log: &log), of: slot)
                }
            }
        } catch is EventStoreError {
            return
        }
    }

    private mutating func learnVersion(of slot: Int, in log: inout LogSnapshot) throws {
        let head = end.head
        let key = heads.slots[slot].key
        let version = try lookup.run(in: &log, head: head) { (snapshot, log) in
            try lookup.version(of: key, upTo: head, in: snapshot, log: &log)
        }
        heads.set(version, of: slot)
    }

    /// Finds the ids of a group that may be recorded already, in one index lookup; there are rarely any.
    ///
    /// Read errors are left to ``recorded(_:idsFrom:in:)``, which reports them to the request concerned only.
    mutating func findIDs(
        of requests: ArraySlice<AppendRequest>, in log: inout LogSnapshot
    ) throws {
        // IDX-07: The ids of a group are looked up together, run by run.
        mayBeRecorded.removeAll(keepingCapacity: true)
        idHashes.removeAll(keepingCapacity: true)
        let head = end.head
        for request in requests {
            for id in request.prepared.ids {
                idHashes.append(id.indexHash)
                // An id whose position hint is correct has no entry in the index.
                mayBeRecorded.append(MadeEventID.hintedPosition(of: id).map { $0 >= 1 && $0 <= head } ?? false)
            }
        }
        guard !idHashes.isEmpty, head > 0 else { return }
        do {
            try lookup.run(in: &log, head: head) { (snapshot, _) in
                try snapshot.mark(idHashes, of: .id, in: &mayBeRecorded)
            }
        } catch is EventStoreError {
            for index in mayBeRecorded.indices { mayBeRecorded[index] = true }
        }
    }

    /// The answer for a commit that is already recorded; `nil` if none of its events is.
    ///
    /// - Parameters:
    ///   - prepared: The commit.
    ///   - first: The index in `mayBeRecorded` of the commit's first id.
    ///   - log: The log that the group will continue.
    /// - Returns: The answer.
    /// - Throws: `idempotencyMismatch` if only some events are recorded, or one with another stream, type or data.
    mutating func recorded(
        _ prepared: PreparedCommit, idsFrom first: Int, in log: inout LogSnapshot
    ) throws -> AppendResult? {
        let marks = mayBeRecorded[first..<(first + prepared.ids.count)]
        guard end.head > 0, marks.contains(true) else { return nil }
        let head = end.head
        return try lookup.run(in: &log, head: head) { (snapshot, log) in
            var repetition = Repetition(of: prepared)
            for index in prepared.ids.indices where marks[first + index] {
                let record = try lookup.record(withID: prepared.ids[index], upTo: head, in: snapshot, log: &log)
                repetition.note(record, for: index)
            }
            return try repetition.answer()
        }
    }
}
