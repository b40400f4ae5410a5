/// A fact of a domain: something that has happened and is never taken back.
///
/// A domain event says nothing about how it is stored. Its name in the log, its bytes and its tags are the business of
/// the codec beside the repository. Because the past cannot be made to follow the rules of today, an event holds
/// plain values (a `String`, not a validated name), so that every event that was ever recorded can be read again.
public protocol DomainEvent: Sendable, Equatable {}
