extension Table where Row: Codable {
    /// Declares the first table of a read model, with rows stored compactly by `Codable`.
    ///
    /// ```swift
    /// struct Account: Codable { var owner: String, email: String, balance: Int }
    /// struct Payment: Codable { var account: String, cents: Int }
    ///
    /// // … in the projection
    /// static let accounts = Table<String, Account>().unique(\.email).indexed(\.owner)
    /// static let payments = Table<Position, Payment>(after: accounts).indexed(\.account)
    /// ```
    ///
    /// Tables and indexes are numbered in the order of their declaration. If a field is added, removed, renamed or
    /// changes its type, raise the projection's schema version to rebuild the read model. Otherwise, reading a row
    /// that does not fit the type throws.
    public init() {
        self.init(codable: 0)
    }

    /// Declares another table of a read model, with rows stored by `Codable`.
    ///
    /// - Parameter previous: The table declared before this one, with its indexes.
    public init<OtherKey, OtherRow>(after previous: Table<OtherKey, OtherRow>) {
        self.init(codable: previous.nextNumber)
    }

    private init(codable number: UInt8) {
        self.init(
            number,
            encode: { row in
                do {
                    return try RowEncoder().encode(row)
                } catch {
                    throw EventStoreError.invalid("a row of \(Self.rowName) cannot be stored: \(error.inWords)")
                }
            },
            decode: { bytes in
                do {
                    return try RowDecoder().decode(Row.self, from: bytes)
                } catch let error as EventStoreError {
                    throw error
                } catch {
                    throw Self.misfit(error, table: number)
                }
            })
    }

    /// The error for an undamaged row that its type cannot decode.
    private static func misfit(_ error: any Error, table: UInt8) -> EventStoreError {
        EventStoreError(
            // Not damage: after a rebuild, decoding as the same type would fail again. See PROJ-21.
            .otherProjection,
            """
            a row in table \(table) cannot be decoded as \(rowName): \(error.inWords): if the type has changed, raise the \
            projection's schema version, which rebuilds the read model; if not, its init(from:) does not match its encode(to:)
            """,
            cause: nil)
    }
}

extension Table {
    /// The number of the next declaration: the highest number of the table and its indexes plus 1.
    var nextNumber: UInt8 {
        let highest = declarations.map(\.definition.number).reduce(number, max)
        // If the numbers run out, the last two collide, and validation refuses the declaration.
        return highest == .max ? .max : highest + 1
    }

    /// Adds an index on a field.
    ///
    /// - Parameter path: The field.
    /// - Returns: The table with the index, which must be declared before the first row is written.
    public func indexed<Term: TableKey>(_ path: any KeyPath<Row, Term> & Sendable) -> Table {
        adding([path], isUnique: false) { $0[keyPath: path] }
    }

    /// Adds an index on an optional field.
    ///
    /// - Parameter path: The field. Rows in which it is `nil` are not indexed.
    /// - Returns: The table with the index.
    public func indexed<Term: TableKey>(_ path: any KeyPath<Row, Term?> & Sendable) -> Table {
        adding([path], isUnique: false, terms: { $0[keyPath: path].map { [$0] } ?? [] })
    }

    /// Adds an index on two fields, ordered by the first, then by the second.
    ///
    /// - Parameters:
    ///   - first: The first field.
    ///   - second: The second field.
    /// - Returns: The table with the index.
    public func indexed<First: TableKey, Second: TableKey>(
        _ first: any KeyPath<Row, First> & Sendable, _ second: any KeyPath<Row, Second> & Sendable
    ) -> Table {
        adding([first, second], isUnique: false) { TableKeyPair($0[keyPath: first], $0[keyPath: second]) }
    }

    /// Adds an index on each element of a field.
    ///
    /// - Parameter path: The field. Rows in which it has no elements are not indexed.
    /// - Returns: The table with the index.
    public func indexed<Terms: Sequence & SendableMetatype>(each path: any KeyPath<Row, Terms> & Sendable) -> Table
    where Terms.Element: TableKey {
        adding([path], isUnique: false, terms: { Array($0[keyPath: path]) })
    }

    /// Adds a unique index on a field.
    ///
    /// A row with the same value as another row cannot be written: this halts the projection with a
    /// ``TableIndexConflict``.
    ///
    /// - Parameter path: The field.
    /// - Returns: The table with the index.
    public func unique<Term: TableKey>(_ path: any KeyPath<Row, Term> & Sendable) -> Table {
        adding([path], isUnique: true) { $0[keyPath: path] }
    }

    /// Adds a unique index on an optional field.
    ///
    /// - Parameter path: The field. Rows in which it is `nil` are not indexed, and there may be any number of them.
    /// - Returns: The table with the index.
    public func unique<Term: TableKey>(_ path: any KeyPath<Row, Term?> & Sendable) -> Table {
        adding([path], isUnique: true, terms: { $0[keyPath: path].map { [$0] } ?? [] })
    }

    /// Adds a unique index on two fields.
    ///
    /// - Parameters:
    ///   - first: The first field.
    ///   - second: The second field.
    /// - Returns: The table with the index.
    public func unique<First: TableKey, Second: TableKey>(
        _ first: any KeyPath<Row, First> & Sendable, _ second: any KeyPath<Row, Second> & Sendable
    ) -> Table {
        adding([first, second], isUnique: true) { TableKeyPair($0[keyPath: first], $0[keyPath: second]) }
    }

    private func adding<Term: TableKey>(
        _ paths: [any AnyKeyPath & Sendable], isUnique: Bool, term: @escaping @Sendable (Row) -> Term
    ) -> Table {
        adding(paths, isUnique: isUnique, term: term, terms: { [term($0)] })
    }

    private func adding<Term: TableKey>(
        _ paths: [any AnyKeyPath & Sendable], isUnique: Bool, term: (@Sendable (Row) -> Term)? = nil,
        terms: @escaping @Sendable (Row) -> [Term]
    ) -> Table {
        let label = paths.map(\.fieldName).joined(separator: " and ")
        var table = indexed(
            by: TableIndex(nextNumber, isUnique: isUnique, label: label, term: term, terms: terms))
        table.declarations[table.declarations.count - 1].paths = paths
        return table
    }
}

extension AnyKeyPath {
    /// The name of the field in messages.
    var fieldName: String {
        // Swift gives the name of a key path's field only in its description.
        let text = "\(self)"
        guard let dot = text.firstIndex(of: "."), !text.contains("<computed") else { return "a computed value" }
        return String(text[text.index(after: dot)...])
    }
}

extension Error {
    /// The error as a clause; for errors of coding, with the path of the field.
    var inWords: String {
        let (context, key): (String, [any CodingKey])
        switch self as any Error {
        case DecodingError.keyNotFound(_, let found), DecodingError.typeMismatch(_, let found),
            DecodingError.valueNotFound(_, let found), DecodingError.dataCorrupted(let found):
            (context, key) = (found.debugDescription, found.codingPath)
        case EncodingError.invalidValue(_, let found): (context, key) = (found.debugDescription, found.codingPath)
        default: return "\(self)"
        }
        let path = key.filter { ($0 as? RowKey) != .wrapped }.map(\.stringValue).joined(separator: ".")
        return path.isEmpty ? context : "\(path): \(context)"
    }
}
