public import DomainKit

extension Aggregates where Model.Event: StoredEvent {
    /// Makes aggregates of a store's streams, as the model's events tell.
    ///
    /// - Parameters:
    ///   - store: The store that keeps the streams.
    ///   - time: What says when something happens.
    public init(in store: any EventStore, time: any TimeSource = SystemTimeSource()) {
        self.init(Model.Event.category, in: store, codec: Model.Event.codec, time: time)
    }
}
