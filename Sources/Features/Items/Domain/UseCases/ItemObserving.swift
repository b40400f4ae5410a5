public import DomainKit

/// Observing one item: what is known of it now, and then each time that it has changed.
///
/// The value is `nil` while it was never created. `LiveValues` says what comes, what does not, and how it ends.
public protocol ItemObserving: Sendable {
    /// Observes an item.
    ///
    /// - Parameter id: The item.
    /// - Returns: Its details, also when it was deleted.
    func callAsFunction(_ id: ItemID) -> LiveValues<ItemDetails?>
}
