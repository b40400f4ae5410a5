/// The keys of an ``EventContext`` in an event's metadata.
package enum ContextKey: String, CaseIterable, Sendable {
    /// The correlation id.
    case correlationID = "correlationId"

    /// The causation id.
    case causationID = "causationId"

    /// The actor.
    case actor

    // Stored, because matching reads it for each event.
    package static let allCases: [ContextKey] = [.correlationID, .causationID, .actor]

    /// The index among all keys.
    var place: Int {
        switch self {
        case .correlationID: 0
        case .causationID: 1
        case .actor: 2
        }
    }

    /// The noun for messages.
    var noun: String {
        switch self {
        case .correlationID: "correlation id"
        case .causationID: "causation id"
        case .actor: "actor"
        }
    }

    /// What precedes a value in a phrase that follows “events” in messages.
    var preposition: String {
        switch self {
        case .correlationID: "correlated by"
        case .causationID: "caused by"
        case .actor: "by actor"
        }
    }
}
