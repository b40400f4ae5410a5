import ItemsRemote

/// An item at one of its versions.
struct ItemState: Sendable, Hashable {
    /// A change to an item, which leads to its next version.
    enum Change: Sendable, Hashable {
        case rename(String)
        case complete
        case reopen
        case delete
    }

    let id: String
    var name: String
    var isCompleted = false
    var isDeleted = false
    var version: UInt64 = 1

    /// The item after a change.
    func after(_ change: Change) -> ItemState {
        var state = self
        state.version += 1
        switch change {
        case .rename(let name): state.name = name
        case .complete: state.isCompleted = true
        case .reopen: state.isCompleted = false
        case .delete: state.isDeleted = true
        }
        return state
    }
}

extension ItemState {
    init(_ message: ItemMessage) {
        self.init(
            id: message.id, name: message.name, isCompleted: message.isCompleted, isDeleted: message.isDeleted,
            version: message.version)
    }
}
