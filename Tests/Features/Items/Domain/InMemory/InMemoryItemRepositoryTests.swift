import FeatureTesting
import ItemsDomain
import NacreTesting
import Testing

@Test(.timeLimit(.minutes(25)), arguments: ItemBehaviours.all)
func `in-memory items keep the repository's rules`(_ behaviour: Behaviour<ItemStores>) async throws {
    let time = ManualTimeSource()
    let items = InMemoryItemRepository(time: time)
    try await behaviour.verify(on: ItemStores(repository: items, queries: items, changes: items.changes, time: time))
}
