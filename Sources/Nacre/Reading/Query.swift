/// Selects events: all of them, or those that match at least one item.
public struct Query: Hashable, Sendable {
    /// One alternative of a query.
    ///
    /// It matches an event whose type is one of `types`, whose stream's category is one of `categories`, and that
    /// carries every one of `tags`. An empty list matches any event.
    public struct Item: Hashable, Sendable {
        /// The types, at least one of which must match; empty for any type.
        public var types: [EventType]

        /// The categories, at least one of which must match; empty for any category.
        public var categories: [String]

        /// The tags, all of which an event must carry.
        public var tags: [Tag]

        /// Creates an item from its parts.
        public init(types: [EventType] = [], categories: [String] = [], tags: [Tag] = []) {
            self.types = types
            self.categories = categories
            self.tags = tags
        }

        /// Whether both items select the same events.
        ///
        /// Names are compared by bytes.
        public static func == (left: Item, right: Item) -> Bool {
            left.types == right.types && left.tags == right.tags
                && left.categories.elementsEqual(right.categories) { $0.hasSameBytes(as: $1) }
        }

        /// Hashes what ``==(_:_:)`` compares.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(types)
            // Canonically equivalent names hash alike although they are not equal, which is allowed: hashes only need
            // to agree for equal items.
            hasher.combine(categories)
            hasher.combine(tags)
        }
    }

    /// The alternatives; `nil` for all events.
    public let items: [Item]?

    private init(items: [Item]?) {
        self.items = items
    }

    /// Creates a query from alternatives.
    ///
    /// An empty list is refused where the query is used.
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
