/// The first 16 bytes of a payload, which identify the event's writer and its number.
protocol PayloadMark: Hashable, Sendable {
    /// Reads a mark from its two words.
    init(firstWord: UInt64, secondWord: UInt64)

    /// The first 8 bytes of the payload as a little-endian number.
    var firstWord: UInt64 { get }

    /// The next 8 bytes.
    var secondWord: UInt64 { get }
}

extension PayloadMark {
    /// Bytes of a mark at the start of a payload.
    static var size: Int { 16 }

    /// Reads the mark of a payload; `nil` if the payload is too short.
    init?(of payload: RawSpan) {
        guard payload.byteCount >= Self.size else { return nil }
        self.init(firstWord: payload.word(at: 0), secondWord: payload.word(at: 8))
    }
}
