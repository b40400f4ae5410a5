import ArgumentParser

/// How many events a commit of the ceiling holds.
enum CommitSize: Hashable, Sendable {
    /// What answers the question; see ``Contender``.
    case auto

    /// So many.
    case events(Int)

    /// The number, where one was given.
    var events: Int? {
        switch self {
        case .auto: nil
        case .events(let events): events
        }
    }
}

extension CommitSize: ExpressibleByArgument {
    init?(argument: String) {
        if argument == "auto" {
            self = .auto
        } else if let events = Int(argument), events >= 1 {
            self = .events(events)
        } else {
            return nil
        }
    }

    var defaultValueDescription: String { events.map(String.init) ?? "auto" }
}
