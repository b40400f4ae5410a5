/// What a read model is made by, besides the name and the schema version of its projection: the query, and the tables
/// with their indexes.
///
/// It is recorded with the model, so that another projection of the same name and version is refused instead of going on
/// with rows that it has not made. What the projection does with an event is not part of it: that is what the schema
/// version stands for.
public struct ProjectionDefinition: Hashable, Sendable {
    /// The definition in its one form, as it is recorded; `Docs/FileFormat.md` describes the bytes.
    ///
    /// Two queries that differ in the order of their items or terms alone have the same, and so have lists of tables.
    public let bytes: [UInt8]

    /// Takes a definition as it was recorded.
    ///
    /// - Parameter bytes: What ``bytes`` gave, in whichever program.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Makes the definition of a projection.
    ///
    /// - Parameters:
    ///   - query: Which events it is shown.
    ///   - tables: The tables that it keeps.
    /// - Complexity: O(*n* log *n*) in the number of terms and tables.
    public init(query: Query, tables: [TableDefinition]) {
        bytes = DefinitionContent(query: query, tables: tables).encoded
    }
}

extension Projection {
    /// What is recorded of the projection with its read model.
    public var definition: ProjectionDefinition { ProjectionDefinition(query: query, tables: tables) }

    /// Judges what the projection declares.
    ///
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument`` where the query is outside its
    ///   limits, or two tables or indexes have one number.
    package func validate() throws(EventStoreError) {
        try query.validate()
        var seen: [UInt8: String] = [:]
        for (number, _, words) in tables.flatMap(\.uses) {
            guard let other = seen.updateValue(words, forKey: number) else { continue }
            throw .invalid(
                """
                projection \(quoted(name)) declares number \(number) twice, for \(other) and for \(words): give each table and \
                each index a number of its own, as Table(after:) does
                """)
        }
    }
}
