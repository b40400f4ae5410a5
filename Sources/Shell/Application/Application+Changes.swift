public import DomainKit
public import ItemsDomain
public import ProfileDomain

extension Application {
    /// The change feed of the items that an access allows.
    ///
    /// - Parameter access: The items: all, or those of one owner.
    /// - Returns: The feed.
    public func itemChanges(for access: ItemAccess) -> any ChangeFeed {
        itemStorage.limited(to: access).changes
    }

    /// The change feed of profiles.
    ///
    /// - Parameter user: The user whose profile it is; `nil` for all profiles.
    /// - Returns: The feed.
    public func profileChanges(of user: UserID?) -> any ChangeFeed {
        user.map { profileStorage.changes(of: $0) } ?? profileStorage.changes
    }
}
