/// What a projection's runner has to say: a read model does not fit and is rebuilt, or its own stream has foreign records.
public struct ProjectionNotice: Hashable, Sendable {
    /// Why a read model does not fit.
    public enum Reason: Hashable, Sendable {
        /// An older schema version of the projection made it: it is kept until the new one has caught up.
        case newSchema(found: Int, expected: Int)

        /// It was made of another store's log.
        case otherStore(StoreID)

        /// It has applied more than the log holds, as after the log was restored from a backup.
        case aheadOfLog(head: Position)

        /// At its position, the log holds something else than what was applied.
        case otherHistory

        /// What it has applied cannot be read.
        case damaged

        /// Events in the projection's own stream are not its own, and are passed over; the read model stays.
        case foreignRecords(ForeignRecords)

        /// Another projection of the same name and schema version has made it: it is left to that one.
        case otherProjection(differences: String)
    }

    /// The name of the projection.
    public let projection: String

    /// Why its read model does not fit, or what else there is to say.
    public let reason: Reason

    /// How far the read model had applied a log, where that can be read.
    public let position: Position?

    /// Whether it is not the model that is read, but what is built beside it.
    public let isShadow: Bool

    /// Makes a notice of its parts.
    public init(projection: String, reason: Reason, position: Position?, isShadow: Bool = false) {
        self.projection = projection
        self.reason = reason
        self.position = position
        self.isShadow = isShadow
    }
}

extension ProjectionNotice: CustomStringConvertible {
    /// The notice in words.
    public var description: String {
        if case .foreignRecords(let records) = reason { return "projection \(quoted(projection)): \(records)" }
        let place = position.map { " at position \($0)" } ?? ""
        let model = isShadow ? "what was built beside the read model" : "the read model"
        let fate = if case .newSchema = reason { "built anew beside itself" } else { "discarded and rebuilt" }
        return "\(model) of projection \(quoted(projection))\(place) is \(fate): \(reason)"
    }
}

extension ProjectionNotice.Reason: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .newSchema(let found, let expected): "it is of schema version \(found), the projection of \(expected)"
        case .otherStore(let id): "it was made of another store's log (\(id))"
        case .aheadOfLog(let head): "it is ahead of the log, whose head is \(head)"
        case .otherHistory: "the log holds other events than those that it has applied"
        case .damaged: "it is damaged"
        case .foreignRecords(let records): records.description
        case .otherProjection(let differences): "another projection of its name and version made it: \(differences)"
        }
    }
}
