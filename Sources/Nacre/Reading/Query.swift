/// Selects events: all of them, or those that match at least one item.
public struct Query: Hashable, Sendable {
    /// One alternative of a query.
    ///
    /// It matches an event whose type is one of `types`, whose stream's category is one of `categories`, that carries
    /// every one of `tags`, and whose context (``RecordedEvent/context``) has one of `correlations`, one of
    /// `causations` and one of `actors`. An empty list matches any event.
    public struct Item: Hashable, Sendable {
        /// The types, at least one of which must match; empty for any type.
        public var types: [EventType]

        /// The categories, at least one of which must match; empty for any category.
        public var categories: [String]

        /// The tags, all of which an event must carry.
        public var tags: [Tag]

        /// The correlation ids, one of which the event's context must have; empty for any context, or none.
        public var correlations: [String] {
            get { self[.correlationID] }
            set { self[.correlationID] = newValue }
        }

        /// The causation ids, one of which the event's context must have; empty for any context, or none.
        ///
        /// The reaction to an event has that event's id as its causation id.
        public var causations: [String] {
            get { self[.causationID] }
            set { self[.causationID] = newValue }
        }

        /// The actors, one of which the event's context must have; empty for any context, or none.
        public var actors: [String] {
            get { self[.actor] }
            set { self[.actor] = newValue }
        }

        // One list, because items are copied where events are matched.
        /// The alternatives for each key of a context, in the order of the keys; empty if there are none.
        private var contexts: [[String]]

        /// Creates an item from its parts.
        public init(
            types: [EventType] = [], categories: [String] = [], tags: [Tag] = [], correlations: [String] = [],
            causations: [String] = [], actors: [String] = []
        ) {
            self.types = types
            self.categories = categories
            self.tags = tags
            contexts =
                correlations.isEmpty && causations.isEmpty && actors.isEmpty ? [] : [correlations, causations, actors]
        }

        /// The alternatives for a value of the context.
        package private(set) subscript(key: ContextKey) -> [String] {
            get { contexts.isEmpty ? [] : contexts[key.place] }
            set {
                if contexts.isEmpty { contexts = ContextKey.allCases.map { _ in [] } }
                contexts[key.place] = newValue
                if contexts.allSatisfy(\.isEmpty) { contexts = [] }
            }
        }

        /// Whether the item names a correlation, a causation or an actor.
        package var namesContext: Bool { !contexts.isEmpty }

        /// Whether both items select the same events.
        ///
        /// Names are compared by bytes.
        public static func == (left: Item, right: Item) -> Bool {
            left.types == right.types && left.tags == right.tags
                && left.categories.elementsEqual(right.categories) { $0.hasSameBytes(as: $1) }
                && left.contexts.elementsEqual(right.contexts) { left, right in
                    left.elementsEqual(right) { $0.hasSameBytes(as: $1) }
                }
        }

        /// Hashes what ``==(_:_:)`` compares.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(types)
            // Canonically equivalent names hash alike although they are not equal, which is allowed: hashes only need
            // to agree for equal items.
            hasher.combine(categories)
            hasher.combine(tags)
            hasher.combine(contexts)
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

    /// Events of one of these correlation ids.
    public static func correlations(_ ids: String...) -> Query { Query([Item(correlations: ids)]) }

    /// Events of one of these causation ids.
    public static func causations(_ ids: String...) -> Query { Query([Item(causations: ids)]) }

    /// Events of one of these actors.
    public static func actors(_ actors: String...) -> Query { Query([Item(actors: actors)]) }
}
