public import Nacre

extension EventCodecConformance {
    private static let isRead = "Every stored event is decoded by a codec."

    /// Checks that every event in a store can be decoded.
    ///
    /// - Parameters:
    ///   - store: The store, which is read completely.
    ///   - codecs: The codecs; one of them must decode each event.
    ///   - foreign: Event types that no codec needs to decode.
    /// - Throws: ``ConformanceFailure`` with every type that no codec decodes, and every event that cannot be decoded;
    ///   errors of the store.
    public static func check(
        _ store: any EventStore, decodedBy codecs: [any EventCodec], ignoring foreign: Set<EventType> = []
    ) async throws {
        var unread = Unread(codecs: codecs, foreign: foreign)
        for try await event in store.readLog() { unread.add(event) }
        try fail(isRead, unread.findings)
    }

    /// Checks that every event in an NDJSON file can be decoded.
    ///
    /// - Parameters:
    ///   - ndjson: The bytes of the file, one event a line.
    ///   - codecs: The codecs; one of them must decode each event.
    ///   - foreign: Event types that no codec needs to decode.
    /// - Throws: ``ConformanceFailure`` with every type that no codec decodes, and every event that cannot be decoded;
    ///   `NDJSONError` for a line that is not an event.
    public static func check(
        ndjson: [UInt8], decodedBy codecs: [any EventCodec], ignoring foreign: Set<EventType> = []
    ) throws {
        var unread = Unread(codecs: codecs, foreign: foreign)
        for event in try events(in: ndjson) { unread.add(event) }
        try fail(isRead, unread.findings)
    }

    /// Decodes the events of an NDJSON file, for tests that pin old events.
    ///
    /// - Parameters:
    ///   - ndjson: The bytes of the file, one event a line.
    ///   - codec: The codec.
    /// - Returns: The decoded events, line by line; `nil` for events of foreign types.
    /// - Throws: `EventDecodingError`, with the line number as its position; `NDJSONError` for a line that is not an
    ///   event.
    public static func read<Codec: EventCodec>(ndjson: [UInt8], by codec: Codec) throws -> [Codec.Event?] {
        try events(in: ndjson).map { try codec.decode($0) }
    }

    /// The events of a file, each with its line number as its position.
    private static func events(in ndjson: [UInt8]) throws -> [RecordedEvent] {
        try ndjson.split(separator: UInt8(ascii: "\n")).enumerated().map { index, line in
            let entry = try NDJSON.decode(line)
            return RecordedEvent(entry.event, in: entry.stream, at: Position(index + 1))
        }
    }
}

/// Counts the events that no codec decodes.
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
                "no codec decodes the type \(quoted(type.text)), \(found.count) found, the first at position \(found.first)"
            }
    }

    private mutating func isRead(_ event: RecordedEvent) -> Bool {
        for codec in codecs {
            do {
                if try codec.decode(event) != nil { return true }
            } catch {
                // Reported as a failure, and not also as an event of an unknown type.
                failures.append("\(error)")
                return true
            }
        }
        return false
    }
}
