import Nacre

extension EventLookup {
    /// The record with an id; `nil` where no event has it.
    ///
    /// - Throws: `damaged` where a record is that may have it, and no other has: an id whose hint is right is in no index.
    func record(
        withID id: EventID, upTo head: Position, in snapshot: borrowing IndexSnapshot, log: inout LogSnapshot
    ) throws -> Record? {
        var damage: EventStoreError?
        if let hint = MadeEventID.hintedPosition(of: id), hint >= 1, hint <= head {
            do throws(EventStoreError) {
                let record = try log.record(at: hint)
                if record.id == id { return record }
            } catch {
                guard error.code == .damaged else { throw error }
                damage = error
            }
        }
        var found: Record?
        try forEachCandidateDescending(of: .id, hash: id.indexHash, upTo: head, in: snapshot) { position in
            let record = try log.record(at: position)
            guard record.id == id else {
                try log.confirm(.id, id.indexHash, of: record)
                return true
            }
            found = record
            return false
        }
        if found == nil, let damage { throw damage }
        return found
    }

    /// The event with an id, for a reader; `nil` where no event has it.
    ///
    /// - Throws: As ``record(withID:upTo:in:log:)``, and `damaged` where it may be that another event is in its place.
    func event(
        withID id: EventID, upTo head: Position, in snapshot: borrowing IndexSnapshot, log: inout LogSnapshot
    ) throws -> RecordedEvent? {
        if let record = try record(withID: id, upTo: head, in: snapshot, log: &log) { return record.recordedEvent() }
        if let hint = MadeEventID.hintedPosition(of: id), hint >= 1, hint <= head {
            try log.checkChain(around: hint, blocks: 1)
        }
        return nil
    }
}
