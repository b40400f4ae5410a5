extension Query {
    /// Whether an event matches.
    ///
    /// - Complexity: O(*t*) in the number of terms of the query and tags of the event.
    public func matches(_ event: RecordedEvent) -> Bool {
        guard let items else { return true }
        return items.contains { $0.matches(event) }
    }

    /// Whether an event matches, without copying it.
    ///
    /// - Complexity: O(*t*) in the number of terms of the query and tags of the event. Allocates only if the query
    ///   has tags.
    public func matches(_ event: EventView) -> Bool {
        guard let items else { return true }
        // A loop, because a closure cannot capture a view that does not escape.
        for item in items where item.matches(event) { return true }
        return false
    }
}

extension Query.Item {
    func matches(_ event: EventView) -> Bool {
        (types.isEmpty || isOneOfTypes(event.typeName)) && (categories.isEmpty || isInCategories(event.streamName))
            && (tags.isEmpty || carriesTags(event)) && matchesContext(in: event.metadata)
    }

    private func isOneOfTypes(_ name: Span<UInt8>) -> Bool {
        for type in types where type.text.utf8Span.span.isEqual(to: name) { return true }
        return false
    }

    private func isInCategories(_ stream: Span<UInt8>) -> Bool {
        var end = 0
        while end < stream.count, stream[end] != UInt8(ascii: "-") { end += 1 }
        let category = stream.extracting(0..<end)
        for wanted in categories where wanted.utf8Span.span.isEqual(to: category) { return true }
        return false
    }

    private func carriesTags(_ event: EventView) -> Bool {
        let carried = event.tags
        return tags.allSatisfy(carried.contains)
    }
}

extension Query.Item {
    func matches(_ event: RecordedEvent) -> Bool {
        (types.isEmpty || types.contains(event.type))
            && (categories.isEmpty || categories.contains { event.stream.isInCategory($0) })
            && tags.allSatisfy(event.tags.contains) && matchesContext(in: event.metadata.span)
    }
}

extension Query.Item {
    /// Whether the context in an event's metadata has one of the correlations, of the causations and of the actors.
    ///
    /// - Complexity: O(1) if the item names none; otherwise O(*n*) in the bytes of the metadata.
    package func matchesContext(in metadata: Span<UInt8>) -> Bool {
        guard namesContext else { return true }
        var wanted = 0
        for key in ContextKey.allCases where !self[key].isEmpty { wanted += 1 }
        EventContext.forEachValue(in: metadata) { key, value in
            for text in self[key] where text.utf8Span.span.isEqual(to: value) {
                wanted -= 1
                break
            }
        }
        return wanted == 0
    }
}

extension StreamName {
    /// Whether the stream is in this category, compared by bytes.
    public func isInCategory(_ category: String) -> Bool {
        let name = text.utf8
        let count = category.utf8.count
        guard name.starts(with: category.utf8) else { return false }
        // A category ends at the first hyphen, so none contains one.
        if name.count == count { return !name.contains(UInt8(ascii: "-")) }
        return name.dropFirst(count).first == UInt8(ascii: "-") && !category.utf8.contains(UInt8(ascii: "-"))
    }
}
