import Nacre

/// What stands at each position of a log, when it was called for and when answered, by what its writers were told.
struct AnnouncedEvents: Sendable {
    /// An event that was acknowledged.
    struct Event: Hashable, Sendable {
        var mark: EventMark

        /// When its append was called, or was due, as ``monotonicNanoseconds()`` counts.
        var called: UInt64

        var answered: UInt64
    }

    /// The event at each position, that of position 1 first; `nil` where nobody was told of one.
    private(set) var events: [Event?] = []

    /// How many events of each writer are in it.
    private var sequences: [UInt64]

    /// Knows of no events yet.
    init(writers: Int) {
        sequences = [UInt64](repeating: 0, count: writers)
    }

    /// The position of the last event that was acknowledged.
    var head: Position { Position(events.count) }

    /// The event at a position; `nil` where nobody was told of one.
    subscript(position: Position) -> Event? {
        position >= 1 && position <= head ? events[Int(position) - 1] : nil
    }

    /// Takes what writers were told since the last time.
    mutating func take(_ records: [WriterRecord], answered moments: [[UInt64]]) {
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
        // What names no position in reach is for the audit of the log to say.
        guard position >= 1, position < 1 << 32 else { return }
        while events.count < Int(position) { events.append(nil) }
        events[Int(position) - 1] = event
    }

    /// The position of the last event that an interest is met by, behind a position; that position where there is none.
    func last(meeting interest: Interest, after position: Position) -> Position {
        var at = head
        while at > position {
            if let event = self[at], interest.isMet(by: event.mark) { return at }
            at -= 1
        }
        return position
    }
}
