extension Query {
    /// Whether an event matches.
    ///
    /// - Complexity: O(*t*) in the number of terms of the query and tags of the event.
    public func matches(_ event: RecordedEvent) -> Bool {
        guard let items else { return true }
        return items.contains { $0.matches(event) }
    }
}

extension Query.Item {
    func matches(_ event: RecordedEvent) -> Bool {
        (types.isEmpty || types.contains(event.type))
            && (categories.isEmpty || categories.contains { event.stream.isInCategory($0) })
            && tags.allSatisfy(event.tags.contains)
    }
}

extension StreamName {
    /// Whether the stream's category is these bytes.
    public func isInCategory(_ category: String) -> Bool {
        let name = text.utf8
        let count = category.utf8.count
        guard name.starts(with: category.utf8) else { return false }
        if name.count == count { return !name.contains(UInt8(ascii: "-")) }
        return name.dropFirst(count).first == UInt8(ascii: "-") && !category.utf8.contains(UInt8(ascii: "-"))
    }
}
