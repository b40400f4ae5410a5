package import Nacre

/// Counts the events of every stream, so that an event that is applied twice or not at all shows.
package struct Counting: Projection {
    package let name = "counts"
    package let schemaVersion: Int
    package let query = Query.all
    package let tables = [TableDefinition(0)]

    package init(schemaVersion: Int = 1) {
        self.schemaVersion = schemaVersion
    }

    package func apply(_ event: EventView, to model: any ReadModelWriter) throws {
        let key = [UInt8](event.stream.text.utf8)
        let count = try model.value(for: key, in: 0).map(Self.number) ?? 0
        try model.setValue(withUnsafeBytes(of: (count + 1).bigEndian) { [UInt8]($0) }, for: key, in: 0)
    }

    package func describe(key: [UInt8], value: [UInt8], in table: UInt8) -> String {
        "\(String(decoding: key, as: UTF8.self)): \(Self.number(value))"
    }

    private static func number(_ bytes: [UInt8]) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }

    /// The counts in a model by stream.
    package static func counts(_ model: any ReadModelReader) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        try model.forEachRow(in: 0, after: nil) { key, value in
            counts[String(decoding: key, as: UTF8.self)] = Int(number(value))
            return true
        }
        return counts
    }
}
