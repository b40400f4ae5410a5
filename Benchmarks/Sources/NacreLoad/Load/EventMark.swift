/// The mark of an event: its writer, stream and sequence number.
///
/// It is the first 16 bytes of every payload: the writer (4), the stream (4) and the sequence (8), little-endian. The
/// audit identifies every event by its mark, so that a load needs no list of its events.
package struct EventMark: PayloadMark {
    /// The number of the writer, from 0.
    package var writer: UInt32

    /// The number of the stream, from 0.
    package var stream: UInt32

    /// The event's index among its writer's events, from 0.
    package var sequence: UInt64

    package init(writer: UInt32, stream: UInt32, sequence: UInt64) {
        (self.writer, self.stream, self.sequence) = (writer, stream, sequence)
    }

    package var firstWord: UInt64 { UInt64(writer) | UInt64(stream) << 32 }

    package var secondWord: UInt64 { sequence }
}

extension EventMark {
    package init(firstWord: UInt64, secondWord: UInt64) {
        self.init(
            writer: UInt32(truncatingIfNeeded: firstWord), stream: UInt32(firstWord >> 32), sequence: secondWord)
    }
}
