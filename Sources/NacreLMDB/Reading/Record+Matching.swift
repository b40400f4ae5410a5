import Nacre

extension Record {
    /// Whether the event matches a query, without copying it out of the map.
    func matches(_ query: Query) -> Bool {
        guard let items = query.items else { return true }
        return items.contains { item in
            (item.types.isEmpty || item.types.contains { typeName.isEqual(to: $0.text) })
                && (item.categories.isEmpty || item.categories.contains { isInCategory($0) })
                && (item.tags.isEmpty || carries(item.tags))
        }
    }

    private func isInCategory(_ category: String) -> Bool {
        let name = streamName
        let end = name.firstIndex(of: UInt8(ascii: "-")) ?? name.endIndex
        return UnsafeRawBufferPointer(rebasing: name[..<end]).isEqual(to: category)
    }

    private func carries(_ wanted: [Tag]) -> Bool {
        let own = tags
        return wanted.allSatisfy(own.contains)
    }
}

extension UnsafeRawBufferPointer {
    /// Whether these are the bytes of a text.
    func isEqual(to text: String) -> Bool {
        var text = text
        return text.withUTF8 { $0.count == count && elementsEqual($0) }
    }
}
