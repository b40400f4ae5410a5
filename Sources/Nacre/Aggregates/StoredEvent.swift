/// A domain event that declares the category of its streams and its codec.
///
/// A `Codable` enum only needs a category:
///
/// ```swift
/// enum OrderEvent: DomainEvent, Codable, StoredEvent {
///     static let category = "order"
///
///     case placed(customer: String, cents: Int)
///     case shipped
/// }
///
/// let orders = Aggregates<OrderDecider>(in: store)
/// try await orders.execute(.ship, on: "42")
/// ```
///
/// ``CodableEventCodec`` documents the stored form: here an `OrderPlaced` with `{"customer":"ada","cents":1250}`. For
/// faster decoding, or if the stored form differs from the enum, declare a ``TypedEventCodec``:
/// `static let codec = OrderEventCodec()`.
///
/// The domain need not know this protocol: the conformance can be an extension in another module.
public protocol StoredEvent: Sendable {
    /// The codec of the events.
    associatedtype Codec: EventCodec where Codec.Event == Self

    /// The category of the streams that hold the events: the part of their names before the first hyphen.
    ///
    /// It must not contain a hyphen.
    ///
    /// It has no default, because the stored types of `Codable` events begin with it, and a Swift type may be
    /// renamed.
    static var category: String { get }

    /// The codec of the events; ``CodableEventCodec`` for a `Codable` enum that declares no other.
    static var codec: Codec { get }

    /// The stored types of cases that are not stored under their own names; empty by default.
    ///
    /// Used by ``CodableEventCodec`` and by the codec that the macro `@StoredEvent` generates.
    static var storedTypes: StoredEventTypes { get }

    /// The tags of the event, for append conditions and queries; empty by default.
    ///
    /// Used by ``CodableEventCodec`` and by the codec that the macro `@StoredEvent` generates.
    ///
    /// ```swift
    /// var tags: [Tag] {
    ///     switch self {
    ///     case .placed(let customer, _): ["customer:\(customer)"]
    ///     case .shipped: []
    ///     }
    /// }
    /// ```
    var tags: [Tag] { get }
}

extension StoredEvent {
    /// Every case is stored under its own name.
    public static var storedTypes: StoredEventTypes { [:] }

    /// No tags.
    public var tags: [Tag] { [] }
}

extension StoredEvent where Self: Codable {
    /// The codec that stores an enum by its `Codable` conformance.
    ///
    /// - Complexity: One table lookup; take it out of a loop over events.
    public static var codec: CodableEventCodec<Self> { CodableEventCodec() }
}
