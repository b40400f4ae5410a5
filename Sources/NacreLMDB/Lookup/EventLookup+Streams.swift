import Nacre

extension EventLookup {
    /// The version of a stream; 0 where it does not exist.
    func version(
        of stream: StreamKey, upTo head: Position, in snapshot: borrowing IndexSnapshot, log: inout LogSnapshot
    ) throws -> StreamVersion {
        var version: StreamVersion = 0
        try forEachCandidateDescending(of: .stream, hash: stream.hash, upTo: head, in: snapshot) { position in
            let record = try log.record(at: position)
            guard record.isOf(stream.name) else { return true }
            version = record.version
            return false
        }
        return version
    }

    /// Hands out the records of a stream behind a version in ascending order, until the body has enough.
    func forEachRecord(
        of stream: StreamKey, after version: StreamVersion, from hint: Position?, upTo head: Position,
        in snapshot: borrowing IndexSnapshot, log: inout LogSnapshot, _ body: (Record) throws -> Bool
    ) throws {
        var expected = version + 1
        let start = try hint ?? positionBefore(version: expected, of: stream, upTo: head, in: snapshot, log: &log)
        try forEachCandidate(of: .stream, hash: stream.hash, after: start, upTo: head, in: snapshot) { position in
            let record = try log.record(at: position)
            guard record.isOf(stream.name), record.version > version else { return true }
            guard record.version == expected else {
                throw Self.gap(in: stream.name, expected: expected, found: record.version, at: position)
            }
            expected += 1
            return try body(record)
        }
    }

    /// Hands out the records of a stream from a version downwards, until the body has enough.
    func forEachRecordDescending(
        of stream: StreamKey, from version: StreamVersion?, before hint: Position?, upTo head: Position,
        in snapshot: borrowing IndexSnapshot, log: inout LogSnapshot, _ body: (Record) throws -> Bool
    ) throws {
        var expected = version
        let newest = hint.map { $0 - 1 } ?? head
        try forEachCandidateDescending(of: .stream, hash: stream.hash, upTo: newest, in: snapshot) { position in
            let record = try log.record(at: position)
            guard record.isOf(stream.name), record.version <= version ?? .max else { return true }
            guard record.version == expected ?? record.version else {
                // The first one found may be older than what was asked for; from there on they are contiguous.
                guard hint == nil, expected == version else {
                    throw Self.gap(in: stream.name, expected: expected ?? 0, found: record.version, at: position)
                }
                expected = record.version - 1
                return try body(record)
            }
            expected = record.version - 1
            return try body(record)
        }
    }

    /// A position behind which a version of a stream stands, as near before it as is cheap to find.
    ///
    /// Where no other stream has the same hash, the n-th posting is version n. That is tried first, and confirmed in the
    /// log; where it is not so, reading begins at the stream's beginning.
    private func positionBefore(
        version: StreamVersion, of stream: StreamKey, upTo head: Position, in snapshot: borrowing IndexSnapshot,
        log: inout LogSnapshot
    ) throws -> Position {
        guard version > 1, version - 1 <= UInt64(Int.max) else { return 0 }
        guard
            let position = try snapshot.position(
                ofOrdinal: Int(version - 1), kind: .stream, hash: stream.hash), position <= head
        else {
            // Beyond what is indexed: the last indexed version is before it, if it is of this stream.
            return 0
        }
        let record = try log.record(at: position)
        return record.isOf(stream.name) && record.version == version ? position - 1 : 0
    }

    private static func gap(
        in stream: StreamName, expected: StreamVersion, found: StreamVersion, at position: Position
    ) -> EventStoreError {
        EventStoreError(
            .damaged,
            "stream \(quoted(stream.text)) goes on with version \(found) at position \(position) where \(expected) "
                + "was due: run a verification",
            position: position)
    }
}
