/// Which events: all, or those that at least one item matches.
public struct Query: Hashable, Sendable {
    /// One alternative of a query.
    ///
    /// It matches an event whose type is one of `types`, whose stream's category is one of `categories`, and that
    /// carries every one of `tags`; an empty list asks for nothing.
    public struct Item: Hashable, Sendable {
        /// The types, any of which will do; none: any type.
        public var types: [EventType]

        /// The categories, any of which will do; none: any category.
        public var categories: [String]

        /// The tags, all of which an event must carry.
        public var tags: [Tag]

        /// Makes an item of its parts.
        public init(types: [EventType] = [], categories: [String] = [], tags: [Tag] = []) {
            self.types = types
            self.categories = categories
            self.tags = tags
        }

        /// Whether both items ask for the same: names are the same where their bytes are.
        public static func == (left: Item, right: Item) -> Bool {
            left.types == right.types && left.tags == right.tags
                && left.categories.elementsEqual(right.categories) { $0.hasSameBytes(as: $1) }
        }

        /// Hashes what ``==(_:_:)`` compares.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(types)
            // Names that Unicode holds to be the same have the same hash, others too.
            hasher.combine(categories)
            hasher.combine(tags)
        }
    }

    /// The alternatives; `nil` for all events.
    public let items: [Item]?

    private init(items: [Item]?) {
        self.items = items
    }

    /// Makes a query of alternatives; an empty list is refused where the query is used.
    public init(_ items: [Item]) {
        self.init(items: items)
    }

    /// Every event.
    public static let all = Query(items: nil)

    /// Events of one of these types.
    public static func types(_ types: EventType...) -> Query { Query([Item(types: types)]) }

    /// Events of streams of one of these categories.
    public static func categories(_ categories: String...) -> Query { Query([Item(categories: categories)]) }

    /// Events that carry every one of these tags.
    public static func tagged(_ tags: Tag...) -> Query { Query([Item(tags: tags)]) }
}
