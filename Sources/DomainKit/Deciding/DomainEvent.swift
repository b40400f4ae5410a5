/// A domain event: an immutable fact that has happened.
///
/// A domain event is independent of its storage: the codec beside the repository defines its stored type, bytes and
/// tags. Events must remain readable when validation rules change, so they hold plain values (a `String`, not a
/// validated name).
public protocol DomainEvent: Sendable, Equatable {}
