public import Nacre

/// Generates the codec of an enum of events.
///
/// The codec stores the same bytes, under the same types, as the enum's `Codable` conformance would. Reading is several
/// times faster: strings, numbers, Booleans and arrays of strings are read in place, without indexing the data first.
/// Any other value is read by its own `Codable` conformance, and so is a case's only value if it has no label. The enum
/// need not be `Codable` itself; the types of the values that its cases carry must be.
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
/// To rename a case, or to add upcasters to a schema, see `StoredEvent/storedTypes`. To rename a field, declare an enum
/// of keys, as for `Codable`: `enum DepositedCodingKeys: String, CodingKey { case amount = "cents" }`. The tags are
/// those of the enum's `tags`.
@attached(member, names: named(Codec), named(codec))
@attached(extension, conformances: StoredEvent)
public macro StoredEvent() = #externalMacro(module: "NacreMacrosPlugin", type: "StoredEventMacro")

/// Generates the codec of an enum of events that another module declares, such as a module that does not use a store.
///
/// The annotated enum repeats the cases, as they are stored. A surplus case, a missing case, or a case of another shape
/// does not compile.
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
/// - Parameter event: The enum that is stored. Its `category`, `storedTypes` and `tags` apply.
@attached(member, names: named(Codec))
public macro StoredEvent<Event: StoredEvent>(of event: Event.Type) =
    #externalMacro(module: "NacreMacrosPlugin", type: "StoredEventMacro")
