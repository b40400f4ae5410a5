import Nacre

extension EventLookup {
    /// The record with an id; `nil` if there is none.
    ///
    /// - Throws: `damaged` if no record with the id is found, but one that may have it is damaged, or the event may
    ///   have been replaced by another: an id with a correct position hint is not in the index.
    func record(
        withID id: EventID, upTo head: Position, in snapshot: borrowing IndexSnapshot, log: inout LogSnapshot
    ) throws -> Record? {
        var damage: EventStoreError?
        let hint = MadeEventID.hintedPosition(of: id).flatMap { $0 >= 1 && $0 <= head ? $0 : nil }
        if let hint {
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
        guard found == nil else { return found }
        if let damage { throw damage }
        // See FMT-09: an id with a correct hint is in the log only; if its block was replaced, nil would be wrong.
        if let hint { try log.checkChain(around: hint, blocks: 1) }
        return nil
    }
}
