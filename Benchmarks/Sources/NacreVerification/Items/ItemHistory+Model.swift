package import DomainKit
import ItemsDomain
package import Nacre

extension ItemHistory {
    /// The time of an event: a microsecond after the one before it.
    package func time(of number: Int) -> Instant {
        Instant(nanosecondsSince1970: 1_700_000_000_000_000_000 + Int64(number) * 1_000, decimals: 6)
    }

    /// The id of an item, by index from 0 in the order of creation.
    package func id(ofItem index: Int) -> EventID? {
        EventID(stream(of: index).text.dropFirst("item-".count))
    }

    package var items: Int { min(streams, events) }

    /// The expected row of an item after all events, computed independently of the measured code.
    package func row(ofItem index: Int) -> ItemModelRow? {
        guard let id = id(ofItem: index) else { return nil }
        var row: ItemModelRow?
        for number in stride(from: index, to: events, by: streams) {
            let time = time(of: number).nanosecondsSince1970
            guard var changed = row else {
                guard case .created(let name, _) = event(number) else { return nil }
                row = ItemModelRow(
                    id: id, name: Array(name.utf8), isCompleted: false, isDeleted: false, createdAt: time,
                    updatedAt: time, version: 1)
                continue
            }
            changed.version += 1
            changed.updatedAt = time
            switch event(number) {
            // An item is created once, and a deleted or erased item does not change: this history has none of these.
            case .created, .deleted, .restored, .erased: return nil
            case .renamed(let name): changed.name = Array(name.utf8)
            case .completed: changed.isCompleted = true
            case .reopened: changed.isCompleted = false
            }
            row = changed
        }
        return row
    }
}
