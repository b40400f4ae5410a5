import Nacre

/// The numbers of events of ledgers, whose rows have no positions.
struct Ledgers: TableProjection {
    struct Ledger: Codable, Hashable {
        var events = 0
        var version: StreamVersion = 0
        var last = ""
    }

    static let ledgers = Table<String, Ledger>()
    static let tables: TableSet = [ledgers]

    func decode(_ recorded: EventView) throws -> String? { recorded.type.text }

    var query: Query { .categories("ledger") }

    func apply(_ event: String, _ recorded: EventView, to tables: MutableTables<Self>) throws {
        var row = try tables.ledgers.row(at: recorded.stream.id) ?? Ledger()
        row.events += 1
        row.version = recorded.version
        row.last = event + " \(recorded.id)"
        try tables.ledgers.set(row, at: recorded.stream.id)
    }
}
