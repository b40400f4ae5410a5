/// A state of a read model at a position of the log, kept so that questions about later positions start there.
///
/// It is derived from the log, and may be removed at any time.
public struct KeptState: Hashable, Sendable {
    /// The name of the read model.
    public let model: String

    /// The schema version of the projection that built it.
    public let schemaVersion: Int

    /// The last event applied, which may be within a commit.
    public let position: Position

    /// The number of events up to the position that the projection skipped by decision (``ProjectionSkip``).
    ///
    /// A decision that is recorded later makes the state unfit.
    public let skips: Int

    /// The size in bytes.
    public let bytes: UInt64

    /// Creates a description from its parts.
    public init(model: String, schemaVersion: Int, position: Position, skips: Int, bytes: UInt64) {
        self.model = model
        self.schemaVersion = schemaVersion
        self.position = position
        self.skips = skips
        self.bytes = bytes
    }
}
