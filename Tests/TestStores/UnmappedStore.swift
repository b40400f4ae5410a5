package import Nacre

/// A store without a mapped log, as one on another machine: every event is fetched.
package struct UnmappedStore: RelayedStore {
    package let base: InMemoryEventStore

    /// Creates a store on the events of another one.
    package init(_ base: InMemoryEventStore = InMemoryEventStore()) {
        self.base = base
    }
}
