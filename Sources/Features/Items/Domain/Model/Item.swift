/// The state of an item on which commands are decided.
public enum Item: Sendable, Equatable {
    /// It was never created.
    case none

    /// It exists.
    case present(name: String, isCompleted: Bool, owner: ItemOwner? = nil)

    /// It was deleted; its last name and state.
    case deleted(name: String, isCompleted: Bool, owner: ItemOwner? = nil)

    /// It was erased together with its owner's account.
    case erased
}
