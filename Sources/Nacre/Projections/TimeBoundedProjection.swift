import DomainKit

/// A projection of only the events whose `time` is at or before a given time, in the order of the log.
struct TimeBoundedProjection: Projection {
    let base: any Projection
    let time: Instant

    var name: String { base.name }
    var schemaVersion: Int { base.schemaVersion }
    var query: Query { base.query }
    var tables: [TableDefinition] { base.tables }
    var isPartitionedByStream: Bool { base.isPartitionedByStream }

    func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        guard event.time <= time else { return }
        try base.apply(event, to: model)
    }

    func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String {
        base.describe(key: key, value: value, in: table)
    }
}
