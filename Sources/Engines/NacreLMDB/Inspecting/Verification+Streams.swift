import Nacre

extension Verification {
    /// The number of events of streams checked in one part.
    private static let eventsPerStretch = 16_384

    /// The place among the streams at which the next part continues.
    struct StreamPlace {
        var index: Dictionary<StreamName, StreamVersion>.Index
        /// The last event found of the stream; `nil` at its beginning.
        var last: (version: StreamVersion, position: Position)?
    }

    /// Checks that the index finds all events of every stream.
    ///
    /// - Returns: The place to continue at; `nil` if all streams were checked.
    mutating func verifyStreams(_ place: StreamPlace) throws -> StreamPlace? {
        var place = place
        var remaining = Self.eventsPerStretch
        while place.index < versions.endIndex {
            guard remaining > 0 else { return place }
            let (stream, version) = versions[place.index]
            // A lookup that finds nothing has a cost too.
            remaining -= 1
            do {
                let found = try events(
                    of: StreamKey(stream), behind: place.last, upTo: version, limit: max(remaining, 1))
                remaining -= found.count
                let counted = found.last?.version ?? place.last?.version ?? 0
                if found.isCutShort {
                    place.last = found.last
                    continue
                }
                if counted != version {
                    find(
                        nil,
                        "the index finds \(counted) events of \(quoted(stream.text)), the log holds \(version): "
                            + "delete index.mdb to rebuild it")
                }
            } catch let error as EventStoreError where error.code != .closed {
                find(error.position, "the index: \(error.message)")
            }
            place = StreamPlace(index: versions.index(after: place.index))
            checkedStreams += 1
        }
        return nil
    }

    /// The result of one lookup of a stream.
    private struct Found {
        var count = 0
        var last: (version: StreamVersion, position: Position)?
        /// Whether there may be more events.
        var isCutShort = false
    }

    private func events(
        of stream: StreamKey, behind last: (version: StreamVersion, position: Position)?,
        upTo version: StreamVersion, limit: Int
    ) throws -> Found {
        try store.blockingLookup { (lookup, head, snapshot, log) in
            var found = Found()
            try lookup.forEachRecord(
                of: stream, after: last?.version ?? 0, from: last?.position, upTo: head, limit: limit, in: snapshot,
                log: &log
            ) { record in
                found.count += 1
                found.last = (record.version, record.position)
                guard record.version < version else { return false }
                found.isCutShort = found.count >= limit
                return !found.isCutShort
            }
            return found
        }
    }
}
