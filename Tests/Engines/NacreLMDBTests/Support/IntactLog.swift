import Nacre

@testable import NacreLMDB

extension LMDBEventStore {
    /// What reading around damage finds.
    struct IntactLog {
        var events: [RecordedEvent] = []
        var damage: [LogDamage] = []
        var parts = 0

        /// The lost positions, of a log that had a number of events.
        func lost(upTo end: Position) -> Set<Position> {
            damage.filter(\.isLost).reduce(into: []) { $0.formUnion($1.first...max($1.first, $1.last ?? end)) }
        }
    }

    /// Reads the whole log around damage.
    func allIntactEvents() async throws -> IntactLog {
        var (log, next): (IntactLog, Position?) = (IntactLog(), 1)
        while let position = next {
            let part = try await intactEvents(from: position, searching: 200)
            log.events += part.events
            for damage in part.damage { log.damage.join(damage) }
            log.parts += 1
            next = part.next
        }
        return log
    }
}
