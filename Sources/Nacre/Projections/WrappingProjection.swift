/// A projection that applies events with another one, and keeps the read model of that one.
package protocol WrappingProjection: Projection {
    /// The other projection.
    var base: any Projection { get }
}

extension WrappingProjection {
    package var name: String { base.name }
    package var schemaVersion: Int { base.schemaVersion }
    package var query: Query { base.query }
    package var tables: [TableDefinition] { base.tables }
    package var isPartitionedByStream: Bool { base.isPartitionedByStream }

    package func currentSchema(of type: EventType) -> Int? { base.currentSchema(of: type) }

    package func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String {
        base.describe(key: key, value: value, in: table)
    }

    package func decodedRow(key: [UInt8], value: [UInt8], in table: UInt8) throws -> DecodedRow? {
        try base.decodedRow(key: key, value: value, in: table)
    }
}

extension Projection {
    /// The projection itself, without those that wrap it.
    var unwrapped: any Projection { (self as? any WrappingProjection)?.base.unwrapped ?? self }
}
