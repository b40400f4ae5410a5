import ArgumentParser

/// The number of events in a commit of the ceiling.
enum CommitSize: Hashable, Sendable {
    /// Chosen by the contender; see ``Contender``.
    case auto
    case events(Int)

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
