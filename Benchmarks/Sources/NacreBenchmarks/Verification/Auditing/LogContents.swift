/// What a whole log holds, in two numbers that any other reading of it must find again.
struct LogContents: Hashable, Sendable, Codable {
    var events: UInt64

    /// The wrapping sum of `wordSum` of all payloads.
    var payloadSum: UInt64

    /// Counts one more event.
    ///
    /// - Complexity: O(*n*) in the bytes of the payload.
    mutating func add(_ payload: [UInt8]) {
        events += 1
        payloadSum &+= payload.span.bytes.wordSum
    }
}
