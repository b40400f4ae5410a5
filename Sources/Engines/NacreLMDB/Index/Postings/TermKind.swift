import Nacre

/// The kind of term that a hash stands for.
///
/// The raw value is part of the file format. A new kind requires a new format version, because older files lack its
/// postings.
enum TermKind: UInt8, CaseIterable, Sendable {
    /// A stream's name.
    case stream = 1

    /// An event's id.
    case id = 2

    /// An event's type.
    case type = 3

    /// The category of an event's stream: the part of its name before the first `-`.
    case category = 4

    /// A tag of an event.
    case tag = 5

    /// The correlation id in an event's context.
    case correlation = 6

    /// The causation id in an event's context.
    case causation = 7

    /// The actor in an event's context.
    case actor = 8

    /// The kind of a value of a context.
    init(_ key: ContextKey) {
        switch key {
        case .correlationID: self = .correlation
        case .causationID: self = .causation
        case .actor: self = .actor
        }
    }
}
