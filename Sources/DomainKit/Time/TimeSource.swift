/// Where the present moment comes from.
///
/// A seam: whatever asks for the time gets its source by initialiser, so that a test can stop the clock.
public protocol TimeSource: Sendable {
    /// The present moment.
    func now() -> Instant
}
