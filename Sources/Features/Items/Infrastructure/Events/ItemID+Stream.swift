import ItemsDomain
import Nacre

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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

    /// The item's id as the store keeps ids, which is read and written many times faster than Foundation's.
    var eventID: EventID { EventID(uuid) }

    /// Makes an item's id of one that the store keeps.
    init(bytes id: EventID) {
        func byte(_ half: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: half >> (56 - 8 * index)) }
        let (high, low) = (id.high, id.low)
        self.init(
            UUID(
                uuid: (
                    byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
                    byte(high, 6), byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
                    byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
                )))
    }
}

extension UInt8 {
    fileprivate var isCapital: Bool { self &- UInt8(ascii: "A") < 26 }
}
