import Nacre

extension EventStoreError {
    /// The error of a log that ends before the journal begins.
    static func lostBeforeJournal(_ path: String, log: Position, begins: Position) -> EventStoreError {
        EventStoreError(
            .eventsLost,
            """
            the log ends at position \(log), but the journal \(quoted(path, upTo: .max)) continues position \
            \(begins): the log was lost, or replaced by an older one; restore the log that belongs to the journal
            """, position: log + 1)
    }

    /// The error of a journal whose blocks are not those of the log.
    static func otherLog(_ path: String, at position: Position) -> EventStoreError {
        .damagedJournal(path, "its blocks differ from those of the log", position: position)
    }
}

// MARK: Use of the journal

extension EventStoreError {
    /// The error of a log that another program has written while the process had the store for itself.
    static func changedLog(_ path: String, expected: LoggedState, found: LoggedState) -> EventStoreError {
        EventStoreError(
            .inputOutput,
            """
            \(quoted(path, upTo: .max)) was written by another program: it ends at position \
            \(found.end.position) with the mark \(found.mark), instead of \(expected.end.position) with \
            \(expected.mark); end that program, and open the store again
            """)
    }

    /// The error of a journal that was replaced between its preparation and its use.
    static func changedJournal(_ path: String) -> EventStoreError {
        EventStoreError(
            .inputOutput,
            "the journal \(quoted(path, upTo: .max)) was removed or replaced by another program: end that program, "
                + "and open the store again")
    }

    /// The error of a log whose journal is in use already.
    static func journalInUse(_ path: String, nonce: UInt64) -> EventStoreError {
        EventStoreError(
            .inputOutput,
            "\(quoted(path, upTo: .max)) records that the journal with nonce \(nonce) is in use: open the store again")
    }

    /// The internal error of a frame that would not continue the one before it.
    static func unconnectedFrame(
        _ path: String, _ position: Position, after end: Position
    ) -> EventStoreError {
        EventStoreError(
            .inputOutput,
            "a frame of the journal \(quoted(path, upTo: .max)) that continues position \(position) cannot follow "
                + "position \(end): an internal error of the store; open the store again")
    }

    /// The internal error of a journal that would become empty while the log lacks frames.
    static func undrained(_ path: String, count: Int) -> EventStoreError {
        EventStoreError(
            .inputOutput,
            "\(count) groups of the journal \(quoted(path, upTo: .max)) are not in the log: an internal error of the "
                + "store; open the store again")
    }

    /// The internal error of a log that would replace the journal and ends before it.
    static func uncovered(_ path: String, log: Position, journal: Position) -> EventStoreError {
        EventStoreError(
            .inputOutput,
            "the log ends at position \(log), but the journal \(quoted(path, upTo: .max)) has other events, up to "
                + "position \(journal): an internal error of the store; open the store again")
    }
}
