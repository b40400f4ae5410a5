/// An event of a domain that tells in which streams it is kept, and how it stands in the log.
///
/// An enum that is `Codable` needs nothing but a category:
///
/// ```swift
/// enum OrderEvent: Codable, StoredEvent {
///     static let category = "order"
///
///     case placed(product: String, count: Int)
///     case shipped
/// }
///
/// let orders = Aggregates<OrderDecider>(in: store)
/// try await orders.execute(.ship, on: "42")
/// ```
///
/// ``CodableEventCodec`` says what is stored of it: an `OrderPlaced` with `{"product":"Tea","count":2}`. Where reading has
/// to be faster, or what is stored is another thing than the enum says, the event names a ``TypedEventCodec``:
/// `static let codec = OrderEventCodec()`.
///
/// A domain need not know of it: the conformance can stand in an extension, in another module.
public protocol StoredEvent: Sendable {
    /// What turns the events into the log's.
    associatedtype Codec: EventCodec where Codec.Event == Self

    /// The category of the streams that the events are kept in: what their names begin with, without the hyphen, of which
    /// it has none.
    ///
    /// It has no default: the types of `Codable` events begin with it, and a Swift name may change.
    static var category: String { get }

    /// What turns the events into the log's; ``CodableEventCodec`` for a `Codable` enum that names no other.
    static var codec: Codec { get }

    /// How cases are stored whose names do not say it; none where it is left out.
    ///
    /// Asked for by ``CodableEventCodec`` and by the codec that the macro `@StoredEvent` writes.
    static var storedTypes: StoredEventTypes { get }

    /// The tags of the event, for consistency rules; none where it is left out.
    ///
    /// Asked for by ``CodableEventCodec`` and by the codec that the macro `@StoredEvent` writes.
    ///
    /// ```swift
    /// var tags: [Tag] {
    ///     switch self {
    ///     case .opened(let owner, _): ["owner:\(owner)"]
    ///     default: []
    ///     }
    /// }
    /// ```
    var tags: [Tag] { get }
}

extension StoredEvent {
    /// Every case is stored as its name says.
    public static var storedTypes: StoredEventTypes { [:] }

    /// No tags.
    public var tags: [Tag] { [] }
}

extension StoredEvent where Self: Codable {
    /// What stores an enum by its `Codable` conformance.
    ///
    /// - Complexity: A look into a table, which a loop over events can take once.
    public static var codec: CodableEventCodec<Self> { CodableEventCodec() }
}
