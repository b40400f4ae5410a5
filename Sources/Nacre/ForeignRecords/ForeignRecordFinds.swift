internal import Synchronization

/// The foreign records that one look at a stream finds.
struct ForeignRecordFinds {
    let stream: StreamName
    private(set) var finds: [(position: Position, reason: String)] = []

    init(in stream: StreamName) {
        self.stream = stream
    }

    /// Takes an event down that is not the owner's.
    mutating func add(_ event: RecordedEvent, because reason: String) {
        finds.append((event.position, reason))
    }
}

/// Remembers which foreign records were told of, so that looking again at the same stream says nothing twice.
///
/// Threading: may be shared between tasks.
final class ForeignRecordMemory: Sendable {
    // Up to where the log was looked at with everything told.
    private let told = Mutex<Position>(0)

    /// What of the finds was not told of before; `nil` where that is nothing.
    func news(of finds: ForeignRecordFinds) -> ForeignRecords? {
        told.withLock { told in
            let news = finds.finds.filter { $0.position > told }
            guard let last = news.max(by: { $0.position < $1.position }) else { return nil }
            told = last.position
            return ForeignRecords(
                stream: finds.stream, count: news.count, position: last.position, reason: last.reason)
        }
    }
}
