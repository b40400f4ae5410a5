import Nacre
import Synchronization

/// A violated rule of a run.
struct Broken: Error, CustomStringConvertible {
    let description: String
}

func require(_ condition: Bool, _ sentence: @autoclosure () -> String) throws {
    if !condition { throw Broken(description: sentence()) }
}

/// Data that the tasks of a run share outside of the stores: for invariants, or in place of a disk.
final class Shared<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    init(_ value: Value) { state = Mutex(value) }

    var value: Value { state.withLock { $0 } }

    func change<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try state.withLock { try body(&$0) }
    }
}

extension InMemoryEventStore {
    /// All events.
    func recorded() throws -> [RecordedEvent] {
        var events: [RecordedEvent] = []
        try scan { events.append($0.recorded()) }
        return events
    }
}
