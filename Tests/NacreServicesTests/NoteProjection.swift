import Nacre

/// Counts in table 0, by event position, how often each event was applied.
struct NoteProjection: Projection {
    struct Poisoned: Error {}

    let name = "notes"
    var schemaVersion = 1
    let query = Query.types("Happened")
    let tables = [TableDefinition(0)]

    /// The position of an event that cannot be applied.
    var poison: Position?

    /// Called with each applied event.
    var whenApplying: @Sendable (Position) -> Void = { _ in }

    func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        if event.position == poison { throw Poisoned() }
        let key = [UInt8(event.position)]
        let times = try model.value(for: key, in: 0)?.first ?? 0
        try model.setValue([times + 1], for: key, in: 0)
        whenApplying(event.position)
    }

    func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String { "\(key[0]): \(value[0])" }
}

extension ReadModelStore {
    /// The recorded positions, each as often as it was applied.
    func noted() throws -> [Int] {
        try read("notes") { reader in
            var noted: [Int] = []
            try reader.forEachRow(in: 0, after: nil) { key, value in
                noted += Array(repeating: Int(key[0]), count: Int(value[0]))
                return true
            }
            return noted
        }
    }

    /// The position up to which the log was applied.
    func position() throws -> Position {
        try read("notes") { try $0.state()?.checkpoint.position ?? 0 }
    }
}

extension EventStore {
    /// Appends events, each in its own commit.
    ///
    /// - Returns: The position of the last one.
    @discardableResult
    func happen(_ count: Int = 1) async throws -> Position {
        var position: Position = 0
        for _ in 0..<count {
            position = try await append([EventData(type: "Happened", data: [])], to: "things-1").lastPosition
        }
        return position
    }
}

/// Waits until a condition holds, or until the suite's time limit.
func until(_ condition: () async throws -> Bool) async throws {
    while try await !condition() { try await Task.sleep(for: .milliseconds(1)) }
}
