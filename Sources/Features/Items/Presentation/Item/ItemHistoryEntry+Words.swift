import DomainKit
import ItemsDomain

extension [ItemHistoryEntry] {
    /// The events that have changed the item: other programs may have written some that do not.
    var effective: [ItemHistoryEntry] {
        // See PRES-09.
        var item = ItemDecider.initialState
        return filter { entry in
            let before = item
            ItemDecider.evolve(&item, entry.event)
            return item != before
        }
    }
}

extension ItemHistoryEntry {
    /// The entry as a line of a screen.
    var line: ItemViewModel.HistoryLine {
        ItemViewModel.HistoryLine(id: version, time: time, text: text)
    }

    private var text: String {
        switch event {
        case .created(let name, _): "Created as “\(name)”"
        case .renamed(let name): "Renamed to “\(name)”"
        case .completed: "Completed"
        case .reopened: "Reopened"
        case .deleted: "Deleted"
        case .restored: "Restored"
        case .erased: "Erased together with the account"
        }
    }
}
