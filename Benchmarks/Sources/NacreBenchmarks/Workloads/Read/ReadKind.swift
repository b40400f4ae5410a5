import ArgumentParser
import Nacre

/// One kind of single read, measured by itself.
enum ReadKind: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// A whole stream.
    case streamForward = "stream-forward"

    /// The newest events of a stream.
    case streamBackward = "stream-backward"

    /// The oldest events with a tag.
    case tagForward = "tag-forward"

    /// The newest events with a tag.
    case tagBackward = "tag-backward"

    /// Events of a type, upwards from some position.
    case typeForward = "type-forward"

    /// Events of a type, downwards from some position.
    case typeBackward = "type-backward"

    /// Events of a category, upwards from some position.
    case categoryForward = "category-forward"

    /// Events of a category, downwards from some position.
    case categoryBackward = "category-backward"

    /// A page of the log, upwards from some position.
    case logForward = "log-forward"

    /// A page of the log, downwards from some position.
    case logBackward = "log-backward"

    /// The event at a position.
    case position

    /// The event with an id.
    case id
}

extension ReadKind {
    /// How a read goes from a position of the log.
    func order(_ position: Position) -> ReadOrder {
        switch self {
        case .typeBackward, .categoryBackward, .logBackward: .backward(from: position)
        default: .forward(after: position - 1)
        }
    }
}
