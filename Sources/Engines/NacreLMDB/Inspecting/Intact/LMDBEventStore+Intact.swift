public import Nacre

extension LMDBEventStore {
    /// Reads the next events around damage: of the log, then of the journal if it holds events that the log lacks.
    ///
    /// - Parameter position: The position to begin at.
    /// - Returns: The events that are whole, and what is damaged between them.
    /// - Throws: `inputOutput` if the disk fails; `closed`.
    public func intactEvents(from position: Position) async throws -> IntactEvents {
        try await intactEvents(from: position, searching: IntactReader.searchedPositions)
    }

    /// The same, with another number of positions that are looked for in vain behind a damaged end.
    func intactEvents(from position: Position, searching limit: Int) async throws -> IntactEvents {
        try await pool.run { [self] in
            var reader = IntactReader(from: max(position, 1), searching: limit)
            guard let end = try reading({ (log) in try reader.read(&log) }) else { return reader.found }
            var journal = IntactJournal(after: end)
            try journal.read(of: self)
            journal.finish(knowing: lostEvents, doubting: pageDamage?.endDoubt)
            reader.found.events += journal.found.events
            for damage in journal.found.damage { reader.found.damage.join(damage) }
            return reader.found
        }
    }
}
