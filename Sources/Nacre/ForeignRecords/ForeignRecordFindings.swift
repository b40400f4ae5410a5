/// The foreign records found by one read of a stream that were not reported before: their number, and the last of
/// them.
struct ForeignRecordFindings {
    let stream: StreamName
    private let reported: Position
    private var count = 0
    private var last: (position: Position, reason: String)?

    /// Starts collecting.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - reported: The position up to which foreign records have been reported.
    init(in stream: StreamName, reportedUpTo reported: Position) {
        self.stream = stream
        self.reported = reported
    }

    /// Adds a foreign record.
    mutating func add(_ event: RecordedEvent, because reason: @autoclosure () -> String) {
        guard event.position > reported else { return }
        count += 1
        if event.position > last?.position ?? 0 { last = (event.position, reason()) }
    }

    /// The notice to send; `nil` if there is nothing new.
    var notice: ForeignRecords? {
        last.map { ForeignRecords(stream: stream, count: count, position: $0.position, reason: $0.reason) }
    }
}
