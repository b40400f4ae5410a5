package import ItemsDomain
package import Nacre

extension ItemID {
    /// The item of a stream; `nil` unless the name is exactly `item-` followed by a UUID in lower case.
    init?(streamName name: Span<UInt8>) {
        let category = ItemEvent.category.utf8Span.span
        guard name.count > category.count, name[category.count] == UInt8(ascii: "-") else { return nil }
        for index in category.indices where name[index] != category[index] { return nil }
        // Stream names are case-sensitive: a UUID in capitals names another stream, to which no command appends.
        var hasCapitals = false
        for index in name.indices { hasCapitals = hasCapitals || name[index].isCapital }
        guard !hasCapitals, let id = EventID(name.extracting((category.count + 1)...)) else { return nil }
        self.init(bytes: id)
    }
}

extension UInt8 {
    fileprivate var isCapital: Bool { self &- UInt8(ascii: "A") < 26 }
}

extension ItemID {
    /// The item of a stream; `nil` unless the name is exactly `item-` followed by a UUID in lower case.
    package init?(_ stream: StreamName) {
        self.init(streamName: stream.text.utf8Span.span)
    }
}
