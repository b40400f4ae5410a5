import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension Record {
    /// Whether the event matches a query; nothing is copied out of the map.
    func matches(_ query: Query) -> Bool {
        guard let items = query.items else { return true }
        // The span accesses items in place; iterating the array would copy each item and retain its terms.
        let alternatives = items.span
        for index in alternatives.indices where matches(alternatives[index]) { return true }
        return false
    }

    private func matches(_ item: borrowing Query.Item) -> Bool {
        (item.types.isEmpty || item.types.contains { unsafe typeName.isEqual(to: $0.text) })
            && (item.categories.isEmpty || item.categories.contains { isInCategory($0) })
            && (item.tags.isEmpty || carries(item.tags))
            && (!item.namesContext || item.matchesContext(in: unsafe Span(_unsafeBytes: metadata)))
    }

    private func isInCategory(_ category: String) -> Bool {
        unsafe streamName.category.isEqual(to: category)
    }

    private func carries(_ wanted: [Tag]) -> Bool {
        wanted.allSatisfy { wanted in
            var isCarried = false
            unsafe forEachTag { isCarried = unsafe isCarried || $0.isEqual(to: wanted.text) }
            return isCarried
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The part of a stream name before the first `-`; the whole name if there is none.
    var category: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(rebasing: self[..<(firstIndex(of: UInt8(ascii: "-")) ?? endIndex)])
    }

    /// Whether the bytes equal the UTF-8 of a text.
    func isEqual(to text: String) -> Bool {
        var text = text
        return text.withUTF8 { text in
            guard text.count == count, let own = baseAddress, let other = text.baseAddress else {
                return text.count == count
            }
            return unsafe memcmp(own, other, count) == 0
        }
    }
}
