/// What is needed to write: for the thread that has taken the seat of the queue, and no other.
final class WriterSeat: @unchecked Sendable {
    // Sendable: only who has taken the queue's seat accesses it, and the seat is handed on under the queue's lock.
    /// The requests that the writer's thread has taken.
    var group = TakenGroup()
    /// The request of a lone caller, while it is written; an array whose memory stays.
    var alone: [AppendRequest] = []
    var writer: GroupWriter
    var journal: JournalUse
    /// How many requests lone callers have written since the last one that the writer's thread has.
    var aloneCount = 0

    init(_ writer: GroupWriter, _ journal: consuming JournalUse) {
        self.writer = writer
        self.journal = journal
    }
}
