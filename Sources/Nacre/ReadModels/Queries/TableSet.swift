/// The tables of a read model, in the order of their declaration.
///
/// ```swift
/// static let accounts = Table<String, Account>().unique(\.email).indexed(\.owner)
/// static let payments = Table<Position, Payment>(after: accounts).indexed(\.account)
/// static let tables: TableSet = [accounts, payments]
/// ```
public struct TableSet: Sendable, ExpressibleByArrayLiteral {
    let tables: [any DeclaredTable]

    /// The numbers and types of the tables, precomputed because they are checked for every event.
    @usableFromInline let types: [(number: UInt8, type: ObjectIdentifier)]

    /// Creates a set of tables.
    public init(arrayLiteral elements: any DeclaredTable...) {
        tables = elements
        types = elements.map { ($0.definition.number, ObjectIdentifier(type(of: $0))) }
    }

    /// The declarations of the tables.
    public var definitions: [TableDefinition] { tables.map(\.definition) }

    /// Describes a row of one of the tables, or an entry of one of their indexes.
    ///
    /// - Parameters:
    ///   - key: The key's bytes.
    ///   - value: The row's bytes.
    ///   - number: The number of the table or the index.
    /// - Returns: One line.
    public func describe(key: [UInt8], value: [UInt8], in number: UInt8) -> String {
        for table in tables {
            if let words = table.describe(key: key, value: value, in: number) { return words }
        }
        return "a row of \(value.count) bytes in table \(number), which is not declared"
    }

    /// Decodes a row of one of the tables.
    ///
    /// - Parameters:
    ///   - key: The key's bytes.
    ///   - value: The row's bytes.
    ///   - number: The number of the table.
    /// - Returns: The row; `nil` if the number is not that of a declared table.
    /// - Throws: ``EventStoreError`` if the row cannot be decoded.
    public func decodedRow(key: [UInt8], value: [UInt8], in number: UInt8) throws -> DecodedRow? {
        try tables.first { $0.definition.number == number }?.decodedRow(key: key, value: value)
    }

    /// Whether a table is in the set, by its number and type.
    @inlinable
    func contains<Key, Row>(_ table: Table<Key, Row>) -> Bool {
        types.contains { $0.number == table.number && $0.type == ObjectIdentifier(Table<Key, Row>.self) }
    }
}

/// A table with its key and row types erased, for a ``TableSet``.
public protocol DeclaredTable: Sendable {
    /// The declaration of the table.
    var definition: TableDefinition { get }

    /// Describes a row of the table, or an entry of one of its indexes; `nil` if the number is another table's.
    ///
    /// - Parameters:
    ///   - key: The key's bytes.
    ///   - value: The row's bytes.
    ///   - number: The number of the table or of an index.
    /// - Returns: One line.
    func describe(key: [UInt8], value: [UInt8], in number: UInt8) -> String?

    /// Decodes a row of the table; by default `nil`.
    ///
    /// - Parameters:
    ///   - key: The key's bytes.
    ///   - value: The row's bytes.
    /// - Returns: The row under the key as text; `nil` if tools know it only by its description.
    /// - Throws: ``EventStoreError`` if the row cannot be decoded.
    func decodedRow(key: [UInt8], value: [UInt8]) throws -> DecodedRow?
}

extension DeclaredTable {
    /// `nil`: tools know the rows only by their descriptions.
    public func decodedRow(key: [UInt8], value: [UInt8]) throws -> DecodedRow? { nil }
}

extension Table: DeclaredTable {
    /// Decodes a row of the table.
    ///
    /// - Parameters:
    ///   - key: The key's bytes.
    ///   - value: The row's bytes.
    /// - Returns: The row under the key as text.
    /// - Throws: ``EventStoreError`` if the key or the row cannot be decoded.
    public func decodedRow(key: [UInt8], value: [UInt8]) throws -> DecodedRow? {
        DecodedRow(name: try Key(bytes: key).unquoted, row: try decode(value))
    }

    /// Describes a row of the table, or an entry of one of its indexes; `nil` if the number is another table's.
    ///
    /// - Parameters:
    ///   - key: The key's bytes.
    ///   - value: The row's bytes.
    ///   - number: The number of the table or of an index.
    /// - Returns: One line.
    public func describe(key: [UInt8], value: [UInt8], in number: UInt8) -> String? {
        guard number != self.number else {
            return describe(key: key, value: value) { "\(Self.rowName) \($0.inWords): \(Self.words(of: $1))" }
        }
        return declarations.first { $0.definition.number == number }?.describe(key, value)
    }

    /// Describes the fields of a row.
    private static func words(of row: Row) -> String {
        let mirror = Mirror(reflecting: row)
        guard mirror.displayStyle == .struct || mirror.displayStyle == .class, !mirror.children.isEmpty else {
            return words(ofValue: row)
        }
        return mirror.children.map { "\($0.label ?? "?") \(words(ofValue: $0.value))" }.joined(separator: ", ")
    }

    private static func words(ofValue value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional {
            guard let wrapped = mirror.children.first?.value else { return "nil" }
            return words(ofValue: wrapped)
        }
        if let key = value as? any TableKey { return key.inWords }
        let text = "\(value)"
        // Unquoted if a terminal can show it.
        return text.utf8.count > 200 || text.unicodeScalars.contains(where: \.isControl)
            ? quoted(text, upTo: 200) : text
    }
}
