internal import DomainKit
internal import Nacre

extension ConformanceRule {
    /// Contention: many callers in one process decide on the same stream.
    static let contention: [ConformanceRule] = [
        .core("64 callers in one process that decide on one stream all succeed with the default policy") { store in
            _ = try await results(of: 64) { number in
                try await Aggregates<Queueing>("queue", in: store, codec: QueueCodec()).execute(number, on: "1")
            }
            let joined = try await store.read("queue-1").collect().texts
            try requireEqual(joined.compactMap(Int.init).sorted(), Array(0..<64), "the callers in the stream")
        },
        .core("64 callers in one process that decide over one query all succeed with the default policy") { store in
            _ = try await results(of: 64) { number in
                _ = try await Decisions<Queueing>(in: store, codec: QueueCodec()).execute(
                    number, over: .types("Joined"), appendingTo: "queue-1")
            }
            let joined = try await store.read("queue-1").collect().texts
            try requireEqual(joined.compactMap(Int.init).sorted(), Array(0..<64), "the callers in the stream")
        },
    ]
}

/// A queue that each member may join once.
private enum Queueing: Decider {
    struct Joined: DomainEvent {
        let number: Int
    }

    struct AlreadyJoined: Error {}

    static let initialState: Set<Int> = []

    static func decide(_ command: Int, _ state: Set<Int>) throws(AlreadyJoined) -> [Joined] {
        guard !state.contains(command) else { throw AlreadyJoined() }
        return [Joined(number: command)]
    }

    static func evolve(_ state: inout Set<Int>, _ event: Joined) { state.insert(event.number) }
}

private struct QueueCodec: EventCodec {
    func encode(_ event: Queueing.Joined) -> EventData { .fact("\(event.number)", type: "Joined") }

    func decode(_ recorded: RecordedEvent) throws(EventDecodingError) -> Queueing.Joined? {
        guard recorded.type == "Joined" else { return nil }
        guard let number = Int(recorded.text) else {
            throw EventDecodingError(.malformed, "its data is not a number", in: recorded)
        }
        return Queueing.Joined(number: number)
    }
}
