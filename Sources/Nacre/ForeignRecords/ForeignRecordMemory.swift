internal import Synchronization

/// Remembers which foreign records of a stream were told of, so that looking there again says nothing twice.
///
/// Threading: may be shared between tasks.
final class ForeignRecordMemory: Sendable {
    // Up to which position of the log they were told of.
    private let told = Mutex<Position>(0)

    /// Begins a look at the stream.
    func finds(in stream: StreamName) -> ForeignRecordFinds {
        ForeignRecordFinds(in: stream, toldUpTo: told.withLock(\.self))
    }

    /// What of the finds is to be told; `nil` where that is nothing, or another task has told of it meanwhile.
    func news(of finds: ForeignRecordFinds) -> ForeignRecords? {
        guard let news = finds.news else { return nil }
        return told.withLock { told in
            guard news.position > told else { return nil }
            told = news.position
            return news
        }
    }
}
