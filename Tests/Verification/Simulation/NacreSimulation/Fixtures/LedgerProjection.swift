import Nacre

/// Keeps the number and a digest of each ledger's entries, which another order or a repetition changes.
struct LedgerProjection: Projection {
    var name = "ledgers"
    var schemaVersion = 1
    let query = Query.types(Entries.type)
    let tables = [TableDefinition(0)]
    let isPartitionedByStream = true

    struct Poison: Error {}

    func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        let entry = event.recorded()
        guard entry.data[0] != Entries.poison else { throw Poison() }
        let key = Array(entry.stream.text.utf8)
        let row = try model.value(for: key, in: 0)
        try model.setValue(Self.row(row, and: entry.data[0], version: schemaVersion), for: key, in: 0)
    }

    func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String {
        "\(String(decoding: key, as: UTF8.self)) \(value)"
    }

    private static func row(_ row: [UInt8]?, and byte: UInt8, version: Int) -> [UInt8] {
        let row = row ?? [UInt8(version), 0, 0]
        return [row[0], row[1] &+ 1, row[2] &* 31 &+ byte]
    }

    /// The expected rows according to the log.
    static func rows(of events: some Sequence<RecordedEvent>, version: Int = 1) -> [[UInt8]: [UInt8]] {
        var rows: [[UInt8]: [UInt8]] = [:]
        for event in events where event.type == Entries.type && event.data[0] != Entries.poison {
            let key = Array(event.stream.text.utf8)
            rows[key] = row(rows[key], and: event.data[0], version: version)
        }
        return rows
    }

    /// The rows in tables.
    static func rows(in reader: any ReadModelReader) throws -> [[UInt8]: [UInt8]] {
        var rows: [[UInt8]: [UInt8]] = [:]
        try reader.forEachRow(in: 0, after: nil) { key, value in
            rows[key] = value
            return true
        }
        return rows
    }

    /// Requires that a model equals the log up to the model's position.
    static func requireExact(_ reader: any ReadModelReader, _ events: [RecordedEvent]) throws {
        guard let state = try reader.state() else {
            return try require(try rows(in: reader).isEmpty, "tables without a state have rows")
        }
        let position = state.checkpoint.position
        let expected = rows(of: events.prefix { $0.position <= position }, version: state.schemaVersion)
        let found = try rows(in: reader)
        try require(
            found == expected,
            """
            version \(state.schemaVersion) at position \(position) has rows \(text(found)), the log makes \
            \(text(expected))
            """)
    }

    private static func text(_ rows: [[UInt8]: [UInt8]]) -> String {
        rows.map { "\(String(decoding: $0, as: UTF8.self)) \($1)" }.sorted().joined(separator: ", ")
    }
}
