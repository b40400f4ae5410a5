import ItemsDomain
import Nacre

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ItemID {
    /// The item whose stream this is; `nil` for a stream that is not exactly `item-` and a UUID in lower case.
    init?(_ stream: StreamName) {
        let prefix = "\(ItemEvent.category)-".utf8
        let name = stream.text.utf8
        guard name.starts(with: prefix), !name.contains(where: \.isCapital),
            let id = EventID(Substring(name.dropFirst(prefix.count)))
        else { return nil }
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
    fileprivate var isCapital: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }
}
