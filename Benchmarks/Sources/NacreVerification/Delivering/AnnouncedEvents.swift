package import Nacre

/// The event at each position of a log, with the times of its append's call and answer, by its writers' answers.
package struct AnnouncedEvents: Sendable {
    /// An acknowledged event.
    package struct Event: Hashable, Sendable {
        package var mark: EventMark

        /// When its append was called, or was due, by ``monotonicNanoseconds()``.
        package var called: UInt64

        package var answered: UInt64
    }

    /// The event at each position, starting with position 1; `nil` if none was acknowledged there.
    package private(set) var events: [Event?] = []

    /// The number of each writer's events in it.
    private var sequences: [UInt64]

    /// Begins without events.
    package init(writers: Int) {
        sequences = [UInt64](repeating: 0, count: writers)
    }

    /// The position of the last acknowledged event.
    package var head: Position { Position(events.count) }

    /// The event at a position; `nil` if none was acknowledged there.
    package subscript(position: Position) -> Event? {
        position >= 1 && position <= head ? events[Int(position) - 1] : nil
    }

    /// Adds the writers' answers since the last call.
    package mutating func take(_ records: [WriterRecord], answered moments: [[UInt64]]) {
        for (writer, record) in records.enumerated() {
            for (index, told) in record.acknowledgements.enumerated() {
                let answered = moments[writer][index]
                for offset in 0..<UInt64(record.eventsPerAcknowledgement) {
                    let mark = EventMark(
                        writer: UInt32(writer), stream: told.place?.stream ?? .max, sequence: sequences[writer])
                    sequences[writer] += 1
                    put(
                        Event(mark: mark, called: answered - record.latencies[index], answered: answered),
                        at: told.firstPosition + offset)
                }
            }
        }
    }

    private mutating func put(_ event: Event, at position: Position) {
        // The audit of the log reports positions out of range.
        guard position >= 1, position < 1 << 32 else { return }
        while events.count < Int(position) { events.append(nil) }
        events[Int(position) - 1] = event
    }

    /// The position of the last event that matches an interest after a position; that position if there is none.
    package func last(meeting interest: Interest, after position: Position) -> Position {
        var at = head
        while at > position {
            if let event = self[at], interest.isMet(by: event.mark) { return at }
            at -= 1
        }
        return position
    }
}
