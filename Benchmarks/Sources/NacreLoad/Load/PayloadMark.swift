/// The first 16 bytes of a payload, which identify the event's writer and its number.
package protocol PayloadMark: Hashable, Sendable {
    init(firstWord: UInt64, secondWord: UInt64)

    /// The first 8 bytes of the payload as a little-endian number.
    var firstWord: UInt64 { get }

    /// The next 8 bytes.
    var secondWord: UInt64 { get }
}

extension PayloadMark {
    /// Bytes of a mark at the start of a payload.
    package static var size: Int { 16 }
}
