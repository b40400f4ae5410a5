import Foundation
import Nacre

/// Counts the events of each stream in table 0, and of each type in table 1.
struct CountingProjection: Projection {
    struct Poisoned: Error {}

    var name = "counts"
    var schemaVersion = 1
    var query = Query.all
    var tables = [TableDefinition(0), TableDefinition(1)]

    /// Not so, because it counts types too.
    var isPartitionedByStream = false

    /// The types that it cannot apply.
    var poison: Set<EventType> = []

    /// The minimum time of applying an event, in seconds.
    var pause = 0.0

    /// Called for each applied event.
    var applied: @Sendable () -> Void = {}

    func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        applied()
        if pause > 0 { Thread.sleep(forTimeInterval: pause) }
        try count([UInt8](event.stream.text.utf8), in: 0, model)
        // Half of the event is applied before it proves to be poison.
        if poison.contains(event.type) { throw Poisoned() }
        try count([UInt8](event.type.text.utf8), in: 1, model)
    }

    private func count(_ key: [UInt8], in table: UInt8, _ model: any ReadModelWriter) throws {
        let count = try model.value(for: key, in: table).map(Self.number) ?? 0
        try model.setValue(Self.bytes(count + 1), for: key, in: table)
    }

    func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String {
        "\(String(decoding: key, as: UTF8.self)) \(Self.number(value))"
    }

    static func bytes(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 0xFF)] }

    static func number(_ bytes: [UInt8]) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}

extension ReadModelStore {
    /// The counts of a table by key.
    func counts(_ table: UInt8 = 0, of model: String = "counts") throws -> [String: Int] {
        try read(model) { reader in
            var counts: [String: Int] = [:]
            try reader.forEachRow(in: table, after: nil) { key, value in
                counts[String(decoding: key, as: UTF8.self)] = CountingProjection.number(value)
                return true
            }
            return counts
        }
    }

    func state(of model: String = "counts") throws -> ReadModelState? {
        try read(model) { try $0.state() }
    }
}

extension EventStore {
    /// Appends events of a type to a stream, in one commit.
    func happen(_ count: Int = 1, _ type: EventType = "Happened", in stream: StreamName = "a-1") async throws {
        try await append((0..<count).map { _ in EventData(type: type, data: []) }, to: stream)
    }
}
