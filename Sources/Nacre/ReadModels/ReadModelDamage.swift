/// What is wrong with a read model that can only be discarded and built anew from the log.
///
/// It is the cause of an ``EventStoreError`` with code ``EventStoreError/Code/damaged``, so that nobody takes the damage
/// for the log's, which no rebuilding mends.
public struct ReadModelDamage: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, as a clause.
    public let description: String

    /// Says what is wrong.
    ///
    /// - Parameter description: What is wrong, as a clause: `a row of 12 bytes does not have its checksum`.
    public init(_ description: String) {
        self.description = description
    }
}

extension EventStoreError {
    /// Makes the error of a read model that is not what was written.
    ///
    /// - Parameter what: What is wrong, as a clause.
    /// - Returns: The error, with code ``Code/damaged``.
    public static func damagedReadModel(_ what: String) -> EventStoreError {
        EventStoreError(
            .damaged, "a read model is damaged, discard it and build it anew from the log", cause: ReadModelDamage(what)
        )
    }

    /// Whether a read model is damaged, and not the log.
    public var isDamageOfReadModel: Bool { code == .damaged && cause is ReadModelDamage }
}
