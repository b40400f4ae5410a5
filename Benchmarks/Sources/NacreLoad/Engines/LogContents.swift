/// The contents of a whole log, in two numbers that any other reading must reproduce.
package struct LogContents: Hashable, Sendable, Codable {
    package var events: UInt64

    /// The wrapping sum of the `wordSum` of all payloads.
    package var payloadSum: UInt64

    package init(events: UInt64 = 0, payloadSum: UInt64 = 0) {
        (self.events, self.payloadSum) = (events, payloadSum)
    }

    /// - Complexity: O(*n*) in the bytes of the payload.
    package mutating func add(_ payload: [UInt8]) {
        events += 1
        payloadSum &+= payload.span.bytes.wordSum
    }
}
