import ArgumentParser
import Nacre

/// One kind of single read, measured separately.
enum ReadKind: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// A whole stream.
    case streamForward = "stream-forward"

    /// The newest events of a stream.
    case streamBackward = "stream-backward"

    /// The oldest events with a tag.
    case tagForward = "tag-forward"

    /// The newest events with a tag.
    case tagBackward = "tag-backward"

    /// Events of a type, upwards from a position.
    case typeForward = "type-forward"

    /// Events of a type, downwards from a position.
    case typeBackward = "type-backward"

    /// Events of a category, upwards from a position.
    case categoryForward = "category-forward"

    /// Events of a category, downwards from a position.
    case categoryBackward = "category-backward"

    /// A page of the log, upwards from a position.
    case logForward = "log-forward"

    /// A page of the log, downwards from a position.
    case logBackward = "log-backward"

    /// The event at a position.
    case position

    /// The event with an id.
    case id
}

extension ReadKind {
    /// The order of a read from a position of the log.
    func order(_ position: Position) -> ReadOrder {
        switch self {
        case .typeBackward, .categoryBackward, .logBackward: .backward(from: position)
        default: .forward(after: position - 1)
        }
    }
}
