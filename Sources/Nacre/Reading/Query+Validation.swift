extension Query {
    /// Validates the query against ``Limits``.
    ///
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument``, naming the limit and the
    ///   value.
    public func validate() throws(EventStoreError) {
        guard let items else { return }
        guard !items.isEmpty else {
            throw .invalid("a query needs at least one item: ask for all events with Query.all")
        }
        guard items.count <= Limits.itemsPerQuery else {
            throw .invalid("a query has at most \(Limits.itemsPerQuery) items, this has \(items.count)")
        }
        for item in items {
            try Self.within(item.types.count, "types")
            try Self.within(item.categories.count, "categories")
            try Self.within(item.tags.count, "tags")
            for type in item.types { try type.validate(as: "event type") }
            for category in item.categories { try validateName(category, as: "category") }
            for tag in item.tags { try tag.validate(as: "tag") }
            for key in ContextKey.allCases {
                try Self.within(item[key].count, "\(key.noun)s")
                for value in item[key] { try validateName(value, as: key.noun) }
            }
        }
    }

    private static func within(_ count: Int, _ what: String) throws(EventStoreError) {
        guard count <= Limits.termsPerQueryItem else {
            throw .invalid("an item of a query has at most \(Limits.termsPerQueryItem) \(what), this has \(count)")
        }
    }
}
