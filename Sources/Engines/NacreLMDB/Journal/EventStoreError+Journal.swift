import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension EventStoreError {
    /// The error of a failed system call on the journal.
    ///
    /// - Parameters:
    ///   - path: The path of the journal.
    ///   - what: What failed, such as `cannot be read`.
    ///   - number: The value of `errno`.
    ///   - outcome: Whether a frame may be on disk; `nil` if the failure is not about a frame.
    /// - Returns: The error, with code `diskFull` if the disk is full.
    static func journal(
        _ path: String, _ what: String, _ number: Int32, outcome: Outcome? = nil
    ) -> EventStoreError {
        var error =
            fullDisk(number, for: path)
            ?? EventStoreError(
                .inputOutput,
                unsafe "the journal \(quoted(path, upTo: .max)) \(what): \(String(cString: strerror(number))); "
                    + "check the disk and the permissions")
        error.outcome = outcome
        return error
    }

    /// The error of a disk without room for the whole journal.
    ///
    /// - Parameters:
    ///   - path: The path of the journal.
    ///   - number: The value of `errno`.
    ///   - missing: The bytes that found no room.
    ///   - total: The size of the journal.
    /// - Returns: The error; `nil` if `errno` does not say that the disk is full.
    static func noRoomForJournal(
        _ path: String, _ number: Int32, missing: Int, of total: Int
    ) -> EventStoreError? {
        guard number == ENOSPC || number == EDQUOT || number == EFBIG else { return nil }
        let (what, remedy) =
            switch number {
            case ENOSPC: ("the disk is full", "make room on the disk")
            case EDQUOT: ("the disk quota is exhausted", "make room within the quota")
            default: ("files may not grow so large", "raise the limit on the size of files")
            }
        return EventStoreError(
            .diskFull,
            "\(what): there is no room for \(missing) of the \(total) bytes of \(quoted(path, upTo: .max)): \(remedy)")
    }

    /// The error of a log whose mark names a journal that is not there.
    ///
    /// - Parameters:
    ///   - path: The path of the log.
    ///   - nonce: The nonce in the mark.
    ///   - what: What was found instead, as a sentence.
    ///   - end: The end of the log.
    ///   - cause: The error of opening what was found.
    /// - Returns: The error.
    static func lostJournal(
        of path: String, nonce: UInt64, _ what: String, log end: Position, cause: EventStoreError? = nil
    ) -> EventStoreError {
        EventStoreError(
            .eventsLost,
            """
            \(quoted(path, upTo: .max)) records that the journal with nonce \(nonce) is in use, but \(what): events \
            after position \(end) may be lost; restore the journal that belongs to the log, or the store from a \
            backup, or give up what is lost (confirmRestored)
            """, position: end + 1, cause: cause)
    }
}
