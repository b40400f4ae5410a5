import Nacre

extension EventLookup {
    /// The record with an id; `nil` where no event has it.
    func record(
        withID id: EventID, upTo head: Position, in snapshot: borrowing IndexSnapshot, log: inout LogSnapshot
    ) throws -> Record? {
        if let hint = MadeEventID.hintedPosition(of: id), hint >= 1, hint <= head {
            let record = try log.record(at: hint)
            if record.id == id { return record }
        }
        var found: Record?
        try forEachCandidateDescending(of: .id, hash: id.indexHash, upTo: head, in: snapshot) { position in
            let record = try log.record(at: position)
            guard record.id == id else { return true }
            found = record
            return false
        }
        return found
    }
}
