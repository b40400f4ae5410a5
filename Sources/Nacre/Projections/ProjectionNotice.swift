/// A notice from a projection's runner: a read model does not fit the log or the projection, or the projection's own
/// stream has foreign records.
public struct ProjectionNotice: Hashable, Sendable {
    /// The reason for a notice.
    public enum Reason: Hashable, Sendable {
        /// The model was built by an older schema version of the projection.
        ///
        /// It is kept until the new one has caught up.
        case newSchema(found: Int, expected: Int)

        /// The model was built from another store's log.
        case otherStore(StoreID)

        /// The model has applied more events than the log has, for example because the log was restored from a backup.
        case aheadOfLog(head: Position)

        /// At the model's position, the log holds a different event from the one that was applied.
        case otherHistory

        /// The model is damaged: its state or some of its rows cannot be read.
        case damaged

        /// The projection's own stream holds foreign records, which are skipped.
        ///
        /// The read model is kept.
        case foreignRecords(ForeignRecords)

        /// The model was built by another projection of the same name and schema version, and is left unchanged.
        case otherProjection(differences: String)
    }

    /// The name of the projection.
    public let projection: String

    /// Why the read model does not fit, or which foreign records were found.
    public let reason: Reason

    /// The position that the read model had applied, if it can be read.
    public let position: Position?

    /// Whether the notice is about the shadow instead of the live model.
    public let isShadow: Bool

    /// Creates a notice from its parts.
    public init(projection: String, reason: Reason, position: Position?, isShadow: Bool = false) {
        self.projection = projection
        self.reason = reason
        self.position = position
        self.isShadow = isShadow
    }
}

extension ProjectionNotice: CustomStringConvertible {
    /// The notice as text.
    public var description: String {
        if case .foreignRecords(let records) = reason { return "projection \(quoted(projection)): \(records)" }
        let place = position.map { " at position \($0)" } ?? ""
        let model = isShadow ? "the shadow of the read model" : "the read model"
        let fate = if case .newSchema = reason { "rebuilt beside the live one" } else { "discarded and rebuilt" }
        return "\(model) of projection \(quoted(projection))\(place) is \(fate): \(reason)"
    }
}

extension ProjectionNotice.Reason: CustomStringConvertible {
    /// The reason as text.
    public var description: String {
        switch self {
        case .newSchema(let found, let expected): "it has schema version \(found), the projection \(expected)"
        case .otherStore(let id): "it was built from another store's log (\(id))"
        case .aheadOfLog(let head): "it is ahead of the log, whose head is \(head)"
        case .otherHistory: "the log does not hold the events that it has applied"
        case .damaged: "it is damaged"
        case .foreignRecords(let records): records.description
        case .otherProjection(let differences): "another projection of its name and version built it: \(differences)"
        }
    }
}
