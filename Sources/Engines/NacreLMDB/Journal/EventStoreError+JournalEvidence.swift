import Nacre

extension EventStoreError {
    /// The remedies if the log was replaced, for the end of a message.
    ///
    /// A journal with an empty mark may be moved away: it has events that a restored log need not have, and is not
    /// needed by the log. One that is in use is needed.
    private static func remedy(for mark: JournalMark) -> String {
        switch mark {
        case .empty:
            """
            restore the log that belongs to the journal, or, if the log was restored deliberately, move the journal \
            away: its events are lost then
            """
        case .inUse: "restore the log that belongs to the journal"
        }
    }

    /// The error of a log that ends before the journal begins.
    static func lostBeforeJournal(
        _ path: String, log: Position, begins: Position, mark: JournalMark
    ) -> EventStoreError {
        EventStoreError(
            .eventsLost,
            """
            the log ends at position \(log), but the journal \(quoted(path, upTo: .max)) continues position \
            \(begins): the log was lost, or replaced by an older one; \(remedy(for: mark))
            """, position: log + 1)
    }

    /// The error of a journal with events that the log lacks, though it records that it has them.
    static func lostAfterJournal(_ path: String, log: Position, journal: Position) -> EventStoreError {
        EventStoreError(
            .eventsLost,
            """
            the log ends at position \(log) and records that its journal is empty, but the journal \
            \(quoted(path, upTo: .max)) has events up to position \(journal): the log was replaced by an older one; \
            \(remedy(for: .empty))
            """, position: log + 1)
    }

    /// The error of a log with another block than the one that an empty journal continues.
    static func replacedLog(_ path: String, at position: Position) -> EventStoreError {
        EventStoreError(
            .eventsLost,
            """
            the journal \(quoted(path, upTo: .max)) continues another block at position \(position) than the log has: \
            the log was replaced by another one; \(remedy(for: .empty))
            """, position: max(position, 1))
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
