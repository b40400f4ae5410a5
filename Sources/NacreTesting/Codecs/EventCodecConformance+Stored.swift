public import Nacre

extension EventCodecConformance {
    private static let isRead = "Every event that is stored is read by a codec."

    /// Judges that a store holds no event that nothing decodes.
    ///
    /// - Parameters:
    ///   - store: The store, which is read from its beginning to its end.
    ///   - codecs: The codecs, of which one must read each event.
    ///   - foreign: Types that nothing needs to read.
    /// - Throws: ``ConformanceFailure`` that names every such type, and every event that cannot be read; what the store
    ///   throws.
    public static func check(
        _ store: any EventStore, isReadBy codecs: [any EventCodec], passingOver foreign: Set<EventType> = []
    ) async throws {
        var unread = Unread(codecs: codecs, foreign: foreign)
        for try await event in store.readLog() { unread.add(event) }
        try fail(isRead, unread.findings)
    }

    /// Judges that a file of events holds none that nothing decodes.
    ///
    /// - Parameters:
    ///   - ndjson: The bytes of the file, an event a line.
    ///   - codecs: The codecs, of which one must read each event.
    ///   - foreign: Types that nothing needs to read.
    /// - Throws: ``ConformanceFailure`` that names every such type, and every event that cannot be read;
    ///   `NDJSONError` where a line is no event.
    public static func check(
        ndjson: [UInt8], isReadBy codecs: [any EventCodec], passingOver foreign: Set<EventType> = []
    ) throws {
        var unread = Unread(codecs: codecs, foreign: foreign)
        for event in try events(in: ndjson) { unread.add(event) }
        try fail(isRead, unread.findings)
    }

    /// Reads the events of a file, as a test does that holds old events fast.
    ///
    /// - Parameters:
    ///   - ndjson: The bytes of the file, an event a line.
    ///   - codec: The codec.
    /// - Returns: What has happened, line by line; `nil` for events of foreign types.
    /// - Throws: `EventDecodingError`, whose position is the number of the line; `NDJSONError` where a line is no event.
    public static func read<Codec: EventCodec>(ndjson: [UInt8], by codec: Codec) throws -> [Codec.Event?] {
        try events(in: ndjson).map { try codec.decode($0) }
    }

    /// The events of a file, each at the position that is the number of its line.
    private static func events(in ndjson: [UInt8]) throws -> [RecordedEvent] {
        try ndjson.split(separator: UInt8(ascii: "\n")).enumerated().map { index, line in
            let entry = try NDJSON.decode(line)
            return RecordedEvent(entry.event, in: entry.stream, at: Position(index + 1))
        }
    }
}

/// What no codec reads, counted.
private struct Unread {
    let codecs: [any EventCodec]
    let foreign: Set<EventType>
    private var types: [EventType: (count: Int, first: Position)] = [:]
    private var failures: [String] = []

    init(codecs: [any EventCodec], foreign: Set<EventType>) {
        self.codecs = codecs
        self.foreign = foreign
    }

    mutating func add(_ event: RecordedEvent) {
        guard !foreign.contains(event.type), !isRead(event) else { return }
        types[event.type, default: (0, event.position)].count += 1
    }

    var findings: [String] {
        failures
            + types.sorted { $0.key < $1.key }.map { type, found in
                "nothing decodes the type \(quoted(type.text)), \(found.count) of it from position \(found.first) on"
            }
    }

    private mutating func isRead(_ event: RecordedEvent) -> Bool {
        for codec in codecs {
            do {
                if try codec.decode(event) != nil { return true }
            } catch {
                failures.append("\(error)")
                return true
            }
        }
        return false
    }
}
