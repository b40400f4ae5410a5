/// The contents of a whole log, in two numbers that any other reading must reproduce.
struct LogContents: Hashable, Sendable, Codable {
    var events: UInt64

    /// The wrapping sum of the `wordSum` of all payloads.
    var payloadSum: UInt64

    /// Adds an event.
    ///
    /// - Complexity: O(*n*) in the bytes of the payload.
    mutating func add(_ payload: [UInt8]) {
        events += 1
        payloadSum &+= payload.span.bytes.wordSum
    }
}
