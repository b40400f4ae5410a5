import Nacre

extension EventLookup {
    /// The version of a stream; 0 if it does not exist.
    func version(
        of stream: StreamKey, upTo head: Position, in snapshot: borrowing IndexSnapshot, log: inout LogSnapshot
    ) throws -> StreamVersion {
        var version: StreamVersion = 0
        try forEachCandidateDescending(of: .stream, hash: stream.hash, upTo: head, in: snapshot) { position in
            let record = try log.record(at: position)
            guard record.isOf(stream.name) else {
                try log.confirm(.stream, stream.hash, of: record)
                return true
            }
            version = record.version
            return false
        }
        return version
    }

    /// Calls `body` with the records of a stream after a version, ascending, until it has enough.
    ///
    /// `limit` is the maximum number of records that `body` takes. If it has enough earlier, up to 15 more blocks may
    /// have been read; their damage is not reported.
    func forEachRecord(
        of stream: StreamKey, after version: StreamVersion, from hint: Position?, upTo head: Position, limit: Int,
        in snapshot: borrowing IndexSnapshot, log: inout LogSnapshot, _ body: (Record) throws -> Bool
    ) throws {
        guard version < .max else { return }
        var expected = version + 1
        let start = try hint ?? positionBefore(version: expected, of: stream, upTo: head, in: snapshot, log: &log)
        var wanted = limit
        var group = RecordGroup(wanted: limit)
        func take(_ record: Record) throws -> Int {
            guard record.isOf(stream.name) else {
                try record.confirm(.stream, stream.hash)
                return wanted
            }
            guard record.version > version else { return wanted }
            guard record.version == expected else {
                throw Self.gap(in: stream.name, expected: expected, found: record.version, at: record.position)
            }
            expected += 1
            wanted = try body(record) ? wanted - 1 : 0
            return wanted
        }
        do {
            try forEachCandidate(of: .stream, hash: stream.hash, after: start, upTo: head, in: snapshot) { position in
                try group.add(position, &log, take)
            }
            try group.read(&log, take)
        } catch let posting as WrongPosting {
            throw log.cause(of: posting)
        }
    }

    /// Calls `body` with the records of a stream from a version on, descending, until it has enough.
    ///
    /// `limit` is the maximum number of records that `body` takes. If it has enough earlier, up to 15 more blocks may
    /// have been read; their damage is not reported.
    func forEachRecordDescending(
        of stream: StreamKey, from version: StreamVersion?, before hint: Position?, upTo head: Position, limit: Int,
        in snapshot: borrowing IndexSnapshot, log: inout LogSnapshot, _ body: (Record) throws -> Bool
    ) throws {
        var expected = version
        let newest =
            if let hint { hint - 1 } else {
                try version.flatMap { version in
                    try position(ofVersion: version, of: stream, upTo: head, in: snapshot, log: &log)
                } ?? head
            }
        var wanted = limit
        var group = RecordGroup(wanted: limit)
        func take(_ record: Record) throws -> Int {
            guard record.isOf(stream.name) else {
                try record.confirm(.stream, stream.hash)
                return wanted
            }
            guard record.version <= version ?? .max else { return wanted }
            // The first record found may be older than requested; from there on, versions are contiguous.
            guard record.version == expected ?? record.version || hint == nil && expected == version else {
                throw Self.gap(
                    in: stream.name, expected: expected ?? 0, found: record.version, at: record.position)
            }
            expected = record.version - 1
            wanted = try body(record) ? wanted - 1 : 0
            return wanted
        }
        do {
            try forEachCandidateDescending(of: .stream, hash: stream.hash, upTo: newest, in: snapshot) { position in
                try group.add(position, &log, take)
            }
            try group.read(&log, take)
        } catch let posting as WrongPosting {
            throw log.cause(of: posting)
        }
    }

    /// A position before a version of a stream, as near as is cheap to find.
    private func positionBefore(
        version: StreamVersion, of stream: StreamKey, upTo head: Position, in snapshot: borrowing IndexSnapshot,
        log: inout LogSnapshot
    ) throws -> Position {
        guard version > 1 else { return 0 }
        if let position = try position(ofVersion: version, of: stream, upTo: head, in: snapshot, log: &log) {
            return position - 1
        }
        // Version n needs at least n postings: it is behind the indexed part.
        let count = try snapshot.count(of: .stream, hash: stream.hash)
        return UInt64(count) < version ? snapshot.checkpoint.position : 0
    }

    /// The position of a version of a stream, if the index can tell without a search.
    ///
    /// If no other stream shares the hash, the n-th posting is version n; this is tried and confirmed in the log.
    private func position(
        ofVersion version: StreamVersion, of stream: StreamKey, upTo head: Position,
        in snapshot: borrowing IndexSnapshot, log: inout LogSnapshot
    ) throws -> Position? {
        guard let ordinal = Int(exactly: version), ordinal > 0,
            let position = try snapshot.position(ofOrdinal: ordinal - 1, kind: .stream, hash: stream.hash),
            position <= head
        else { return nil }
        let record = try log.record(at: position)
        guard record.isOf(stream.name) else {
            try log.confirm(.stream, stream.hash, of: record)
            return nil
        }
        return record.version == version ? position : nil
    }

    private static func gap(
        in stream: StreamName, expected: StreamVersion, found: StreamVersion, at position: Position
    ) -> EventStoreError {
        EventStoreError(
            .damaged,
            "stream \(quoted(stream.text)) continues with version \(found) at position \(position) instead of "
                + "\(expected): run a verification",
            position: position)
    }
}
