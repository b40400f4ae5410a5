/// The event types of a ``TypedEventCodec``: an enum with a case for each type, whose raw value is the type's name.
///
/// ```swift
/// enum Kind: String, EventKind {
///     case placed = "OrderPlaced"
///     case shipped = "OrderShipped"
/// }
/// ```
public protocol EventKind: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}
