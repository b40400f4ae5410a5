/// A projection's query and tables in their canonical order, as recorded: sorted by bytes.
struct DefinitionContent: Hashable {
    /// The alternatives of the query; `nil` for all events.
    let items: [Item]?

    /// The tables, by number.
    let tables: [TableDefinition]

    /// An alternative of the query.
    ///
    /// Each list is sorted by bytes and has no duplicates.
    struct Item: Hashable {
        let types: [Term]
        let categories: [Term]
        let tags: [Term]
        let correlations: [Term]
        let causations: [Term]
        let actors: [Term]
    }

    /// A type, a category, a tag, or a value of a context.
    struct Term: ByteComparedName {
        let text: String

        init(_ text: String) { self.text = text }
    }

    private static let format: UInt8 = 1

    // A definition without such items keeps its bytes: its read model is not rebuilt.
    /// The format of a definition in which an item names a correlation, a causation or an actor.
    fileprivate static let contextFormat: UInt8 = 2

    init(query: Query, tables: [TableDefinition]) {
        items = query.items.map { items in
            // Sorted and without repeats: the order in which a program lists its items does not matter.
            let found = Set(items.map(Item.init))
            let format = Self.format(of: found)
            return found.map { (item: $0, bytes: $0.encoded(in: format)) }
                .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map(\.item)
        }
        self.tables = tables.sorted { $0.number < $1.number }.map { table in
            // Without labels: they are words for messages, and renaming a type must not change the definition.
            TableDefinition(table.number, indexes: table.indexes.sorted { $0.number < $1.number })
        }
    }

    private static func format(of items: some Sequence<Item>) -> UInt8 {
        items.contains(where: \.namesContext) ? contextFormat : format
    }

    var encoded: [UInt8] {
        var writer = RowWriter()
        let format = Self.format(of: items ?? [])
        writer.byte(format)
        writer.byte(items == nil ? 0 : 1)
        if let items { writer.number(UInt64(items.count)) }
        var bytes = writer.bytes + (items ?? []).flatMap { $0.encoded(in: format) }
        writer = RowWriter()
        writer.number(UInt64(tables.count))
        for table in tables {
            writer.byte(table.number)
            writer.number(UInt64(table.indexes.count))
            for index in table.indexes {
                writer.byte(index.number)
                writer.byte(index.isUnique ? 1 : 0)
            }
        }
        bytes += writer.bytes
        return bytes
    }

    /// Decodes a recorded definition.
    ///
    /// - Throws: ``EventStoreError`` if the bytes are not of this format.
    init(_ definition: ProjectionDefinition) throws(EventStoreError) {
        var reader = RowReader(definition.bytes.span)
        let format = try reader.byte()
        guard format == Self.format || format == Self.contextFormat else {
            throw .damagedReadModel(
                "a projection's definition is not of format \(Self.format) or \(Self.contextFormat)")
        }
        let texts = { (reader: inout RowReader) throws(EventStoreError) -> [Term] in
            format == Self.format ? [] : try Self.texts(&reader)
        }
        var items: [Item]?
        if try reader.byte() != 0 {
            var list: [Item] = []
            for _ in 0..<(try reader.number()) {
                list.append(
                    Item(
                        types: try Self.texts(&reader), categories: try Self.texts(&reader),
                        tags: try Self.texts(&reader), correlations: try texts(&reader),
                        causations: try texts(&reader), actors: try texts(&reader)))
            }
            items = list
        }
        var tables: [TableDefinition] = []
        for _ in 0..<(try reader.number()) {
            let number = try reader.byte()
            var indexes: [TableDefinition.Index] = []
            for _ in 0..<(try reader.number()) {
                indexes.append(TableDefinition.Index(try reader.byte(), isUnique: try reader.byte() != 0))
            }
            tables.append(TableDefinition(number, indexes: indexes))
        }
        try reader.end()
        self.items = items
        self.tables = tables
    }

    private static func texts(_ reader: inout RowReader) throws(EventStoreError) -> [Term] {
        var texts: [Term] = []
        for _ in 0..<(try reader.number()) { texts.append(Term(try reader.text())) }
        return texts
    }
}

extension DefinitionContent.Item {
    init(_ item: Query.Item) {
        types = Self.inOrder(item.types.map(\.text))
        categories = Self.inOrder(item.categories)
        tags = Self.inOrder(item.tags.map(\.text))
        correlations = Self.inOrder(item.correlations)
        causations = Self.inOrder(item.causations)
        actors = Self.inOrder(item.actors)
    }

    fileprivate var namesContext: Bool { !(correlations.isEmpty && causations.isEmpty && actors.isEmpty) }

    private static func inOrder(_ texts: [String]) -> [DefinitionContent.Term] {
        Set(texts.map(DefinitionContent.Term.init(_:))).sorted()
    }

    fileprivate func encoded(in format: UInt8) -> [UInt8] {
        var writer = RowWriter()
        let context = format == DefinitionContent.contextFormat ? [correlations, causations, actors] : []
        for texts in [types, categories, tags] + context {
            writer.number(UInt64(texts.count))
            for text in texts { writer.text(text.text) }
        }
        return writer.bytes
    }
}
