public import DomainKit

extension Decisions where Model.Event: StoredEvent {
    /// Makes decisions on a store, in the form that the model's events tell.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - time: What says when something happens.
    public init(in store: any EventStore, time: any TimeSource = SystemTimeSource()) {
        self.init(in: store, codec: Model.Event.codec, time: time)
    }
}
