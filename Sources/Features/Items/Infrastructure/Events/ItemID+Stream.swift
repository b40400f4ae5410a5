import ItemsDomain
import Nacre

extension ItemID {
    /// The item whose stream this is; `nil` for a stream that is not exactly `item-` and a UUID in lower case.
    init?(streamName name: Span<UInt8>) {
        let category = ItemEvent.category.utf8Span.span
        guard name.count > category.count, name[category.count] == UInt8(ascii: "-") else { return nil }
        for index in category.indices where name[index] != category[index] { return nil }
        var hasCapitals = false
        for index in name.indices { hasCapitals = hasCapitals || name[index].isCapital }
        guard !hasCapitals, let id = EventID(name.extracting((category.count + 1)...)) else { return nil }
        self.init(bytes: id)
    }

    /// The item's id as the store keeps ids.
    var eventID: EventID { EventID(high: high, low: low) }

    /// Makes an item's id of one that the store keeps.
    init(bytes id: EventID) {
        self.init(high: id.high, low: id.low)
    }
}

extension UInt8 {
    fileprivate var isCapital: Bool { self &- UInt8(ascii: "A") < 26 }
}
