import Nacre

extension JournalReader {
    // FMT-14: The mark "journal in use" is a higher format of the store's header.
    /// Checks a journal that the log's mark calls empty for evidence that the log was replaced by an older one.
    ///
    /// Reads the control page and the frames from its start, usually one page, and never scans the ring: the log has
    /// all events, so damage of the journal does not matter.
    ///
    /// - Parameters:
    ///   - path: The path of the journal.
    ///   - log: The log, whose mark is empty.
    ///   - state: What the log says about itself.
    /// - Throws: `eventsLost` if the journal has events behind the end of the log, or the control page continues
    ///   another block than the log has; `inputOutput` if the disk fails.
    static func checkEvidence(
        ofJournalAt path: String, against log: inout LogSnapshot, _ state: LoggedState
    ) throws(EventStoreError) {
        guard let journal = try openUnneeded(path, of: state.header.id) else { return }
        let before = journal.control.before
        guard before.position <= state.end.position else {
            throw .lostBeforeJournal(path, log: state.end.position, begins: before.position, mark: state.mark)
        }
        guard try log.mayHave(before, state) else { throw .replacedLog(path, at: before.position) }
        var reader = JournalReader(journal)
        let end = try reader.lastPosition()
        guard end <= state.end.position else { throw .lostAfterJournal(path, log: state.end.position, journal: end) }
    }

    /// Opens a journal that is not needed; `nil` if there is none that can be read.
    private static func openUnneeded(_ path: String, of storeID: StoreID) throws(EventStoreError) -> JournalFile? {
        guard DirectFile.isReadable(path) else { return nil }
        do throws(EventStoreError) {
            return try JournalFile.open(path, of: storeID, for: .reading)
        } catch {
            guard [.damaged, .notAStore, .newerFormat].contains(error.code) else { throw error }
            return nil
        }
    }

    /// The position of the last event in the intact frames from the control page's start; 0 if there is none.
    private mutating func lastPosition() throws(EventStoreError) -> Position {
        var last: Position = 0
        var number = journal.control.number
        var offset = journal.control.start
        while case .success(let frame) = try frame(number, at: offset) {
            last = max(last, frame.end.position)
            number += 1
            offset = frame.range.upperBound
        }
        return last
    }
}

extension LogSnapshot {
    /// Whether the log has a block with an end, or cannot tell because that block is damaged.
    ///
    /// - Parameters:
    ///   - end: The end of a block, or of the store's header; not behind the end of the log.
    ///   - state: What the log says about itself.
    /// - Returns: Whether it may have the block.
    /// - Throws: `inputOutput` if the log cannot be read.
    mutating func mayHave(_ end: Block.End, _ state: LoggedState) throws(EventStoreError) -> Bool {
        guard end.position != state.end.position else { return end == state.end }
        guard end.position > 0 else { return end.checksum == state.header.checksum }
        let checkpoint = Checkpoint(storeID: state.header.id, position: end.position, fingerprint: end.checksum)
        // A damaged block of the log is no evidence about the journal.
        return try fits(checkpoint, endsBlock: true) != false
    }
}
