/// The foreign records that one look at a stream finds: how many that were not told of before, and the last of them.
struct ForeignRecordFinds {
    let stream: StreamName
    private let told: Position
    private var count = 0
    private var last: (position: Position, reason: String)?

    /// Begins a look.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - told: Up to which position of the log foreign records were told of.
    init(in stream: StreamName, toldUpTo told: Position) {
        self.stream = stream
        self.told = told
    }

    /// Takes an event down that is not the owner's.
    mutating func add(_ event: RecordedEvent, because reason: @autoclosure () -> String) {
        guard event.position > told else { return }
        count += 1
        if event.position > last?.position ?? 0 { last = (event.position, reason()) }
    }

    /// What there is to tell; `nil` where that is nothing.
    var news: ForeignRecords? {
        last.map { ForeignRecords(stream: stream, count: count, position: $0.position, reason: $0.reason) }
    }
}
