import Nacre

extension EventStoreError {
    /// The error of a damaged journal.
    ///
    /// - Parameters:
    ///   - path: The path of the journal.
    ///   - what: The damage, as the rest of a sentence.
    ///   - position: The first position that may be lost.
    /// - Returns: The error.
    static func damagedJournal(_ path: String, _ what: String, position: Position? = nil) -> EventStoreError {
        let place = position.map { " at position \($0)" } ?? ""
        return EventStoreError(
            .damaged,
            "the journal \(quoted(path, upTo: .max)) is damaged\(place): \(what); restore the store from a backup, or "
                + "open it read-only, or give up what is lost (confirmRestored)",
            position: position)
    }
}
