public import DomainKit

/// What halts a projection: an event that it cannot apply.
///
/// It is kept with the read model, so that every process knows of it, and stays until the projection is retried or the
/// position is skipped.
public struct ProjectionHalt: Hashable, Sendable {
    /// Where the event stands; the commits before its own are applied.
    public let position: Position

    /// Which event it is and why it cannot be applied, as a clause; at most ``reasonBytes`` of UTF-8.
    public let reason: String

    /// When the projection met it.
    public let since: Instant

    /// The greatest length of a reason, in bytes of UTF-8; a longer one is cut.
    public static let reasonBytes = 1_024

    /// Makes a halt of its parts.
    ///
    /// - Parameters:
    ///   - position: Where the event stands.
    ///   - reason: Which event it is and why it cannot be applied; cut where it is too long.
    ///   - since: When the projection met it.
    public init(position: Position, reason: String, since: Instant) {
        self.position = position
        self.reason = reason.prefix(utf8: Self.reasonBytes)
        self.since = since
    }
}

extension ProjectionHalt {
    init(_ event: RecordedEvent, cause: any Error, since: Instant) {
        self.init(
            position: event.position,
            reason: "it cannot apply \(quoted(event.type.text)) of stream \(quoted(event.stream.text)): \(cause)",
            since: since)
    }

    /// The halt as it is thrown to whoever wants the read model to be further.
    ///
    /// - Parameters:
    ///   - projection: The name of the projection.
    ///   - cause: What the projection threw, where this process has seen it.
    /// - Returns: The error, with code ``EventStoreError/Code/projectionHalted``.
    public func error(of projection: String, cause: (any Error)? = nil) -> EventStoreError {
        EventStoreError(
            .projectionHalted,
            """
            projection \(quoted(projection)) halts before position \(position) since \(since): \(reason): \
            mend the projection and retry it, or skip the position
            """,
            position: position, cause: cause)
    }
}

extension String {
    /// The longest beginning of whole characters that has so many bytes at most.
    func prefix(utf8 limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: limit)
        while end > startIndex, String.Index(end, within: self) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
