public import DomainKit

extension Decisions where Model.Event: StoredEvent {
    /// Creates decisions on a store, with the codec that the model's events declare.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - time: The clock.
    public init(in store: any EventStore, time: any TimeSource = SystemTimeSource()) {
        self.init(in: store, codec: Model.Event.codec, time: time)
    }
}
