/// Who appended an event, where to, and as its how manieth: the first 16 bytes of every payload.
///
/// The audit finds every event by its mark, so a load needs no list of the events that it made.
struct EventMark: Hashable, Sendable {
    /// Bytes of a mark at the start of a payload: writer (4), stream (4), sequence (8), little-endian.
    static let size = 16

    /// The number of the writer, from 0.
    var writer: UInt32

    /// The number of the stream, from 0.
    var stream: UInt32

    /// The event's ordinal among its writer's events, from 0.
    var sequence: UInt64

    /// The first 8 bytes of the payload as a little-endian number.
    var firstWord: UInt64 { UInt64(writer) | UInt64(stream) << 32 }

    /// The next 8 bytes.
    var secondWord: UInt64 { sequence }
}

extension EventMark {
    /// Reads the mark of a payload; `nil` where it is too short for one.
    init?(of payload: RawSpan) {
        guard payload.byteCount >= Self.size else { return nil }
        let first = payload.word(at: 0)
        self.init(writer: UInt32(truncatingIfNeeded: first), stream: UInt32(first >> 32), sequence: payload.word(at: 8))
    }
}
