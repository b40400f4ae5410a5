/// What a whole log holds, in two numbers that any other reading of it must find again.
struct LogContents: Hashable, Sendable {
    /// Events.
    var events: UInt64

    /// The wrapping sum of `wordSum` of all payloads.
    var payloadSum: UInt64
}
