public import DomainKit
public import Nacre

/// The decider of a category of streams, so that tools know the states of its streams.
///
/// The runtime folds a stream's events by it, prints the state, and asks a `JudgingDecider` about each event. It decides
/// no commands: programs do that through `Aggregates`.
public struct DeciderDeclaration: Sendable {
    // FEAT-47: Tools fold the states of streams by declared deciders.

    /// The category of the streams.
    public let category: String

    /// The fold of a stream without events.
    package let emptyFold: any StateFolding

    /// Declares the decider of a category.
    ///
    /// - Parameters:
    ///   - decider: The decider.
    ///   - category: The category of the streams: the part of their names before the first hyphen.
    ///   - decode: Decodes an event; `nil` for a type that the decider does not know. Tools print what it returns, so
    ///     it leaves sealed personal data sealed.
    public init<Model: Decider>(
        _ decider: Model.Type, category: String,
        decoding decode: @escaping @Sendable (RecordedEvent) throws(EventDecodingError) -> Model.Event?
    ) {
        self.category = category
        emptyFold = DeciderFold(DeciderRules<Model>(decode: decode))
    }

    /// Declares the decider of events that declare their category and codec.
    ///
    /// - Parameter decider: The decider.
    public init<Model: Decider>(_ decider: Model.Type) where Model.Event: StoredEvent {
        let codec = Model.Event.codec
        self.init(decider, category: Model.Event.category) { event throws(EventDecodingError) in
            try codec.decode(event)
        }
    }
}
