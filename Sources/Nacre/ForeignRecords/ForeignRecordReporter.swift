internal import Synchronization

/// Remembers which foreign records of a stream were reported, so that each is reported once.
///
/// Threading: may be shared between tasks.
final class ForeignRecordReporter: Sendable {
    // The position up to which they were reported.
    private let told = Mutex<Position>(0)

    /// Starts collecting the foreign records of the stream.
    func finds(in stream: StreamName) -> ForeignRecordFindings {
        ForeignRecordFindings(in: stream, toldUpTo: told.withLock(\.self))
    }

    /// The notice to send; `nil` if there is nothing new, or another task has reported it meanwhile.
    func news(of finds: ForeignRecordFindings) -> ForeignRecords? {
        guard let news = finds.news else { return nil }
        return told.withLock { told in
            guard news.position > told else { return nil }
            told = news.position
            return news
        }
    }
}
