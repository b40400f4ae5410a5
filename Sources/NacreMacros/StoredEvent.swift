public import Nacre

/// Writes the codec of an enum of events.
///
/// The enum stores what it would store by its `Codable` conformance, byte for byte, under the same types, and is read
/// several times faster: texts, numbers, truth values and lists of texts in place, without an index of the data. Any other
/// value, and the only value of a case without a label, is read by its own `Codable` conformance. The enum need not be
/// `Codable` itself; the types of the values that its cases carry must be.
///
/// ```swift
/// @StoredEvent enum AccountEvent: DomainEvent, StoredEvent {
///     static let category = "account"
///
///     case opened(owner: String, limit: Decimal?)
///     case deposited(amount: Int)
///     case closed
/// }
/// ```
///
/// A case is renamed, and a schema gets its upcasters, as `StoredEvent/storedTypes` says; a field is renamed by an enum of
/// keys, as `Codable` has it: `enum DepositedCodingKeys: String, CodingKey { case amount = "cents" }`. The tags are those of
/// the enum's `tags`.
@attached(member, names: named(Codec), named(codec))
@attached(extension, conformances: StoredEvent)
public macro StoredEvent() = #externalMacro(module: "NacreMacrosPlugin", type: "StoredEventMacro")

/// Writes the codec of an enum of events that another module declares, as one does that knows of no store.
///
/// What is annotated says the cases again, as they are stored; one too many, one too few, or one of another shape does not
/// compile.
///
/// ```swift
/// @StoredEvent(of: AccountEvent.self) enum StoredAccountEvent {
///     case opened(owner: String, limit: Decimal?)
///     case deposited(amount: Int)
///     case closed
/// }
///
/// extension AccountEvent: StoredEvent {
///     static let category = "account"
///     static let codec = StoredAccountEvent.Codec()
/// }
/// ```
///
/// - Parameter event: The enum that is stored. Its `category`, `storedTypes` and `tags` hold.
@attached(member, names: named(Codec))
public macro StoredEvent<Event: StoredEvent>(of event: Event.Type) =
    #externalMacro(module: "NacreMacrosPlugin", type: "StoredEventMacro")
