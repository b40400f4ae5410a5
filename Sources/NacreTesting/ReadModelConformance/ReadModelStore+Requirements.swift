internal import Nacre

/// A row of a read model, for comparisons.
struct ModelRow: Hashable, Sendable {
    let key: [UInt8]
    let value: [UInt8]

    init(_ key: [UInt8], _ value: [UInt8]) {
        self.key = key
        self.value = value
    }
}

extension ReadModelReader {
    /// The rows of a table, in the order in which the reader returns them.
    func rows(in table: UInt8, after key: [UInt8]? = nil) throws -> [ModelRow] {
        try rows(in: table, within: RowRange(from: key.map { .exclusive($0) }))
    }

    /// Rows of a table, in the order in which the reader returns them.
    func rows(in table: UInt8, within range: RowRange) throws -> [ModelRow] {
        var rows: [ModelRow] = []
        try forEachRow(in: table, within: range) {
            rows.append(ModelRow($0, $1))
            return true
        }
        return rows
    }
}

extension ReadModelStore {
    /// Stores values in table 0.
    func fill(_ model: String, _ rows: [([UInt8], [UInt8])]) throws {
        try write(model) { writer in
            for (key, value) in rows { try writer.setValue(value, for: key, in: 0) }
        }
    }

    /// The rows of a table.
    func rows(of model: String, in table: UInt8 = 0) throws -> [ModelRow] {
        try read(model) { try $0.rows(in: table) }
    }
}

extension ReadModelState {
    /// The greatest position of a sample state; no log has as many events.
    static let maxPosition: Position = 1 << 50

    /// A state in which all fields have different values.
    static func sample(_ position: Position) -> ReadModelState {
        ReadModelState(
            schemaVersion: 7,
            checkpoint: Checkpoint(
                storeID: StoreID(EventID(high: 0x0102_0304_0506_0708, low: .max - 1)), position: position,
                fingerprint: 0xF0E0_D0C0_B0A0_9080))
    }
}

/// Thrown by a body to roll back its changes.
struct Refusal: Error {}
