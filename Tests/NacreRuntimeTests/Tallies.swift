import Nacre
import Synchronization

/// Counts the events of each stream, and the events that were applied.
final class Tallies: Projection {
    struct Refused: Error {}

    let name = "tallies"
    let schemaVersion: Int
    let query = Query.categories("tally")
    let tables = [TableDefinition(0)]

    /// What an event adds.
    private let step: Int

    /// The position of an event that halts it.
    private let refused: Position?

    private let count = Mutex(0)

    init(schemaVersion: Int = 1, step: Int = 1, refused: Position? = nil) {
        self.schemaVersion = schemaVersion
        self.step = step
        self.refused = refused
    }

    /// The number of events applied since the last ``reset()``.
    var applied: Int { count.withLock { $0 } }

    func reset() { count.withLock { $0 = 0 } }

    func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        guard event.position != refused else { throw Refused() }
        count.withLock { $0 += 1 }
        let key = event.streamName.withUnsafeBytes { [UInt8]($0) }
        let before = try model.value(for: key, in: 0).flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
        try model.setValue([UInt8]("\(before + step)".utf8), for: key, in: 0)
    }

    func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String {
        "\(String(decoding: key, as: UTF8.self)): \(String(decoding: value, as: UTF8.self))"
    }

    /// The rows for the totals of streams, as they are described.
    static func rows(_ totals: [String: Int]) -> [String] {
        totals.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    }
}
