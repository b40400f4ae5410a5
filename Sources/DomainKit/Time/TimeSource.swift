/// A clock.
///
/// It is a protocol that is passed by initialiser, so that tests can control the time.
public protocol TimeSource: Sendable {
    /// The current time.
    func now() -> Instant
}
