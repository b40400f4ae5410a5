import Nacre

extension JournalReader {
    // FMT-14: The mark "journal in use" is a higher format of the store's header.
    /// The events that a journal has and the log does not, though the log's mark calls the journal empty: evidence that the
    /// log was replaced by an older one.
    ///
    /// Reads the control page and the frames from its start, usually one page, and never scans the ring: the log has
    /// all events, so damage of the journal does not matter.
    ///
    /// - Parameters:
    ///   - path: The path of the journal.
    ///   - log: The log.
    ///   - name: The path of the log.
    /// - Returns: The finding; `nil` if nothing is lost, there is no journal that can be read, the end of the
    ///   log is damaged, or the mark is "in use".
    /// - Throws: `inputOutput` if the disk fails.
    static func lostEvents(
        ofJournalAt path: String, against log: inout LogSnapshot, at name: String
    ) throws(EventStoreError) -> LostEvents? {
        guard let state = try emptyState(of: &log, name), let journal = try openUnneeded(path, of: state.header.id)
        else { return nil }
        let before = journal.control.before
        guard before.position <= state.end.position else {
            return LostEvents(in: .journal, position: before.position, head: state.end.position)
        }
        guard try log.mayHave(before, state) else {
            return LostEvents(in: .journal, position: before.position, head: nil)
        }
        var reader = JournalReader(journal)
        let end = try reader.lastPosition()
        guard end > state.end.position else { return nil }
        return LostEvents(in: .journal, position: end, head: state.end.position)
    }

    /// What the log says about itself if its mark is empty and its end is intact.
    private static func emptyState(of log: inout LogSnapshot, _ path: String) throws(EventStoreError) -> LoggedState? {
        guard let marked = try log.markedHeader(path: path), marked.mark == .empty else { return nil }
        do throws(EventStoreError) {
            return try LoggedState(&log, path: path)
        } catch {
            guard error.code == .damaged else { throw error }
            return nil
        }
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
