import Nacre
import NacreTool

/// An event with what is around it, as far as it can be read.
struct EventDetails: Sendable {
    /// The greatest number of consequences that are shown.
    private static let mostConsequences = 20

    let event: RecordedEvent
    private(set) var commit: ClosedRange<Position>?

    /// The events before and after it in its stream.
    private(set) var neighbours: (before: RecordedEvent?, after: RecordedEvent?) = (nil, nil)

    private(set) var cause: RecordedEvent?

    /// The first events that it caused.
    private(set) var consequences: [RecordedEvent] = []

    /// Whether there are more of them.
    private(set) var hasMoreConsequences = false

    /// That its block is whole and in the chain; `nil` if that does not hold.
    private(set) var proof: EventProof?

    /// What cannot be read, for people.
    private(set) var faults: [String] = []

    /// Reads what is around an event.
    ///
    /// - Throws: Errors of the store but for damage, which is one of ``faults``.
    init(of event: RecordedEvent, in store: any EventStore) async throws {
        self.event = event
        commit = try await known("the commit") { try await store.commit(of: event) }
        if event.version > 1 {
            neighbours.before =
                try await known("the event before it in its stream") {
                    try await store.read(event.stream, .backward(from: event.version - 1), limit: 1).first()
                } ?? nil
        }
        neighbours.after =
            try await known("the event after it in its stream") {
                try await store.read(event.stream, .forward(after: event.version), limit: 1).first()
            } ?? nil
        if let id = event.cause {
            cause = try await known("the cause") { try await store.event(withID: id) } ?? nil
        }
        var found: [RecordedEvent] = []
        _ = try await known("all consequences") {
            let query = Query([.init(causations: event.id.spellings)])
            for try await event in store.readLog(.forward(), matching: query, limit: Self.mostConsequences + 1) {
                found.append(event)
            }
        }
        consequences = Array(found.prefix(Self.mostConsequences))
        hasMoreConsequences = found.count > consequences.count
        proof = try await known("the proof of its block") { try await EventProof(of: event.position, in: store) }
    }

    /// The result of reading; `nil` if it is damaged, which is noted.
    private mutating func known<Value>(_ what: String, _ read: () async throws -> Value) async throws -> Value? {
        do {
            return try await read()
        } catch let error as EventStoreError where error.code == .damaged {
            faults.append("Damage hides \(what): \(error)")
            return nil
        }
    }
}
