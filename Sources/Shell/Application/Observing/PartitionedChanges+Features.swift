import ItemsDomain
import ItemsInfrastructure
import Nacre
import ProfileDomain
import ProfileInfrastructure

extension PartitionedChanges<ItemOwner?> {
    /// The changes of items by their owner, which only the event that creates an item names.
    ///
    /// - Parameters:
    ///   - store: The log.
    ///   - queries: The queries on all items.
    /// - Returns: The feeds. A change of an item that is not known, such as an erased one, wakes every observer.
    static func ofItems(in store: any EventStore, ownedBy queries: any ItemQueries) -> PartitionedChanges {
        PartitionedChanges(of: store, matching: ItemsProjection().query) { event in
            guard let id = ItemID(event.stream), let item = try await queries.item(id) else { return .everything }
            return .part(item.owner)
        }
    }
}

extension PartitionedChanges<UserID> {
    /// The changes of profiles by their user.
    ///
    /// - Parameter store: The log.
    /// - Returns: The feeds.
    static func ofProfiles(in store: any EventStore) -> PartitionedChanges {
        PartitionedChanges(of: store, matching: ProfilesProjection().query) { event in
            UserID(event.stream).map { .part($0) } ?? .everything
        }
    }
}
