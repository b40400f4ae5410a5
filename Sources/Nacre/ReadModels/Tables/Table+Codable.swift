extension Table where Row: Codable {
    /// Declares the first table of a read model, whose rows are stored by `Codable`, compactly.
    ///
    /// ```swift
    /// struct Account: Codable { var owner: String; var email: String; var balance: Int }
    ///
    /// let accounts = Table<String, Account>().unique(\.email).indexed(\.owner)
    /// let payments = Table<Position, Payment>(after: accounts).indexed(\.account)
    /// ```
    ///
    /// Tables and indexes are numbered as they are declared. Where a field is added, removed or renamed, or changes its type,
    /// raise the projection's schema version, which rebuilds the read model: a row that does not fit is refused otherwise.
    public init() {
        self.init(codable: 0)
    }

    /// Declares a further table of a read model, whose rows are stored by `Codable`.
    ///
    /// - Parameter previous: The table that was declared before, with its indexes.
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

    /// The error of a row that is what was written, and that its type cannot read.
    private static func misfit(_ error: any Error, table: UInt8) -> EventStoreError {
        EventStoreError(
            .otherProjection,
            """
            a row in table \(table) is no \(rowName): \(error.inWords): where the type has changed, raise the projection's schema \
            version, which rebuilds the read model; where it has not, it reads itself otherwise than it writes itself
            """,
            cause: nil)
    }
}

extension Table {
    /// The number of what is declared next: behind the table's and those of its indexes.
    var nextNumber: UInt8 {
        let greatest = declarations.map(\.definition.number).reduce(number, max)
        // Of more than there are numbers, the last two collide, which is refused where they are declared.
        return greatest == .max ? .max : greatest + 1
    }

    /// The table with an index by a field, which is kept from the first row on.
    ///
    /// - Parameter path: The field by which rows are found.
    /// - Returns: The table.
    public func indexed<Term: TableKey>(_ path: any KeyPath<Row, Term> & Sendable) -> Table {
        adding([path], isUnique: false) { $0[keyPath: path] }
    }

    /// The table with an index by a field, of those rows that have it.
    ///
    /// - Parameter path: The field by which rows are found; a row in which it is `nil` is not found.
    /// - Returns: The table.
    public func indexed<Term: TableKey>(_ path: any KeyPath<Row, Term?> & Sendable) -> Table {
        adding([path], isUnique: false, terms: { $0[keyPath: path].map { [$0] } ?? [] })
    }

    /// The table with an index by two fields: ordered by the first, then by the second.
    ///
    /// - Parameters:
    ///   - first: The field by which rows are ordered.
    ///   - second: The field by which those are ordered that have the same first one.
    /// - Returns: The table.
    public func indexed<First: TableKey, Second: TableKey>(
        _ first: any KeyPath<Row, First> & Sendable, _ second: any KeyPath<Row, Second> & Sendable
    ) -> Table {
        adding([first, second], isUnique: false) { TableKeyPair($0[keyPath: first], $0[keyPath: second]) }
    }

    /// The table with an index by each element of a field.
    ///
    /// - Parameter path: The field by whose elements rows are found; one without elements is not found.
    /// - Returns: The table.
    public func indexed<Terms: Sequence & SendableMetatype>(each path: any KeyPath<Row, Terms> & Sendable) -> Table
    where Terms.Element: TableKey {
        adding([path], isUnique: false, terms: { Array($0[keyPath: path]) })
    }

    /// The table with an index by a field that no two rows may have in common.
    ///
    /// A row whose field another row has cannot be put, which halts the projection with a ``TableIndexConflict``.
    ///
    /// - Parameter path: The field by which rows are found.
    /// - Returns: The table.
    public func unique<Term: TableKey>(_ path: any KeyPath<Row, Term> & Sendable) -> Table {
        adding([path], isUnique: true) { $0[keyPath: path] }
    }

    /// The table with an index by a field that no two rows may have in common, of those rows that have it.
    ///
    /// - Parameter path: The field by which rows are found; any number of rows may have `nil`, and are not found.
    /// - Returns: The table.
    public func unique<Term: TableKey>(_ path: any KeyPath<Row, Term?> & Sendable) -> Table {
        adding([path], isUnique: true, terms: { $0[keyPath: path].map { [$0] } ?? [] })
    }

    /// The table with an index by two fields that no two rows may have in common.
    ///
    /// - Parameters:
    ///   - first: The field by which rows are ordered.
    ///   - second: The field by which those are ordered that have the same first one.
    /// - Returns: The table.
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
    /// The field as messages name it.
    var fieldName: String {
        let text = "\(self)"
        guard let dot = text.firstIndex(of: "."), !text.contains("<computed") else { return "what it computes" }
        return String(text[text.index(after: dot)...])
    }
}

extension Error {
    /// The error as a clause: what a coder throws, with the field that it is about.
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
