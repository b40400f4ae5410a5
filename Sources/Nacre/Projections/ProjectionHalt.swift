public import DomainKit

/// An event that a projection cannot apply, which halts the projection.
///
/// It is stored with the read model, so that every process sees it. It stays until the projection is retried or the
/// position is skipped.
public struct ProjectionHalt: Hashable, Sendable {
    // PROJ-23: A halt is part of the read model's state, and stays until `retry` or `skip`.

    /// The position of the event.
    ///
    /// All earlier commits are applied.
    public let position: Position

    /// The event and the cause, as a clause; at most ``reasonBytes`` of UTF-8.
    public let reason: String

    /// When the projection halted.
    public let since: Instant

    /// The maximum length of a reason, in bytes of UTF-8.
    ///
    /// A longer one is truncated.
    public static let reasonBytes = 1_024

    /// Creates a halt from its parts.
    ///
    /// - Parameters:
    ///   - position: The position of the event.
    ///   - reason: The event and the cause; truncated if it is too long.
    ///   - since: When the projection halted.
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
            reason: "it cannot apply \(event.described(before: cause))", since: since)
    }

    /// The error for callers that need the read model beyond the halt.
    ///
    /// - Parameters:
    ///   - projection: The name of the projection.
    ///   - cause: The error that the projection threw, if this process caught it.
    /// - Returns: The error, with code ``EventStoreError/Code/projectionHalted``.
    public func error(of projection: String, cause: (any Error)? = nil) -> EventStoreError {
        EventStoreError(
            .projectionHalted,
            """
            projection \(quoted(projection)) halts before position \(position) since \(since): \(reason): \
            fix the projection and retry it, or skip the position
            """,
            position: position, halted: projection, cause: cause)
    }
}

extension RecordedEvent {
    /// The event's type and stream, and the cause of the failure.
    ///
    /// An ``EventDecodingError`` describes the event itself, so only its finding is included.
    func described(before cause: any Error) -> String {
        let error = cause as? EventDecodingError
        // An error about this event would name it a second time, so only its finding is used.
        let finding = error?.position == position ? error?.finding : nil
        return "\(quoted(type.text)) of stream \(quoted(stream.text)): \(finding ?? "\(cause)")"
    }
}

extension String {
    /// The longest prefix of whole characters that fits in a number of bytes.
    func prefix(utf8 limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: limit)
        // Never cut within a character.
        while end > startIndex, String.Index(end, within: self) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
