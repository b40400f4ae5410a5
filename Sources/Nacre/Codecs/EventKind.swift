/// The types of events that a ``TypedEventCodec`` knows: an enum of texts, a case for each, whose text is the type.
///
/// ```swift
/// public enum Kind: String, EventKind {
///     case placed = "OrderPlaced"
///     case shipped = "OrderShipped"
/// }
/// ```
public protocol EventKind: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}
