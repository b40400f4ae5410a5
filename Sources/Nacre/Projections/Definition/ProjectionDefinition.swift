/// The definition of a read model beyond the name and the schema version of its projection: the query, and the tables
/// with their indexes.
///
/// It is recorded with the model, so that another projection of the same name and version is refused instead of
/// continuing with rows that it did not write. It does not cover what the projection does with an event; the schema
/// version stands for that.
public struct ProjectionDefinition: Hashable, Sendable {
    // PROJ-28: The definition of a projection is recorded with its read model.

    /// The canonical encoding of the definition, as it is recorded; `Docs/FileFormat.md` describes the bytes.
    ///
    /// The order of query items, of their terms and of tables makes no difference.
    public let bytes: [UInt8]

    /// Creates a definition from recorded bytes.
    ///
    /// - Parameter bytes: The ``bytes`` of a definition, written by any program.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Creates the definition of a projection.
    ///
    /// - Parameters:
    ///   - query: The query of the projection.
    ///   - tables: The tables of the projection.
    /// - Complexity: O(*n* log *n*) in the number of terms and tables.
    public init(query: Query, tables: [TableDefinition]) {
        bytes = DefinitionContent(query: query, tables: tables).encoded
    }
}

extension Projection {
    /// The definition that is recorded with the projection's read model.
    public var definition: ProjectionDefinition { ProjectionDefinition(query: query, tables: tables) }

    /// Validates the projection's query and tables.
    ///
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument`` if the query is outside its
    ///   limits, or if two tables or indexes have the same number.
    package func validate() throws(EventStoreError) {
        try query.validate()
        var seen: [UInt8: String] = [:]
        for (number, _, words) in tables.flatMap(\.uses) {
            guard let other = seen.updateValue(words, forKey: number) else { continue }
            throw .invalid(
                """
                projection \(quoted(name)) declares number \(number) twice, for \(other) and for \(words): give each table and \
                each index its own number, as Table(after:) does
                """)
        }
    }
}
