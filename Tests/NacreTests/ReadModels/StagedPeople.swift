@testable import Nacre

/// A row of a table with a unique and a non-unique index.
struct Person: Equatable {
    var name: String
    var town: String

    var bytes: [UInt8] {
        var row = RowWriter()
        row.text(name)
        row.text(town)
        return row.bytes
    }

    init(name: String, town: String) {
        self.name = name
        self.town = town
    }

    init(bytes: [UInt8]) throws {
        var row = RowReader(bytes.span)
        name = try row.text()
        town = try row.text()
        try row.end()
    }
}

enum People {
    static let byName = TableIndex<Position, Person, String>(1, isUnique: true, of: { $0.name })
    static let byTown = TableIndex<Position, Person, String>(2) { [$0.town] }
    static let table = Table<Position, Person>(0, encode: { $0.bytes }, decode: Person.init(bytes:))
        .indexed(by: byName).indexed(by: byTown)
}

extension InMemoryReadModelStore {
    /// Changes rows of the model `m` through a stage, and writes the changes.
    func stage(_ body: (RowStage) throws -> Void) throws {
        let changes = try read("m") { reader in
            let stage = RowStage(over: reader)
            try body(stage)
            return try StagedChanges(stage)
        }
        try write("m") { try changes.write(to: $0) }
    }
}

extension ReadModelReader {
    /// The keys and values of rows.
    func allRows(in table: UInt8, within range: RowRange = RowRange()) throws -> [[[UInt8]]] {
        var rows: [[[UInt8]]] = []
        try forEachRow(in: table, within: range) { key, value in
            rows.append([key, value])
            return true
        }
        return rows
    }
}
