public import DomainKit

extension Aggregates where Model.Event: StoredEvent {
    /// Creates aggregates over a store's streams, with the category and codec that the model's events declare.
    ///
    /// - Parameters:
    ///   - store: The store that holds the streams.
    ///   - time: The clock.
    public init(in store: any EventStore, time: any TimeSource = SystemTimeSource()) {
        self.init(Model.Event.category, in: store, codec: Model.Event.codec, time: time)
    }
}
