public import DomainKit

/// The error for an event that cannot be encoded because JSON cannot represent one of its values.
public struct EventEncodingError: DescribedError, Sendable {
    /// The type of the event.
    public let type: EventType

    /// The value, the problem and the remedy.
    public let message: String

    /// The underlying error: a ``JSONError`` if JSON cannot represent the value.
    public let cause: any Error

    init(_ type: EventType, _ error: any Error) {
        self.type = type
        // Foundation's description of some invalid values traps, for example that of a NaN date. So only the message
        // is kept, not the value.
        if case .invalidValue(_, let context) = error as? EncodingError {
            cause = context.underlyingError ?? EncodingError.invalidValue(context.debugDescription, context)
        } else {
            cause = error
        }
        message =
            "an event of type \(quoted(type.text)) cannot be encoded: \(Self.reason(error)): correct the value and try again"
    }

    private static func reason(_ error: any Error) -> String {
        guard case .invalidValue(_, let context) = error as? EncodingError else { return "\(error)" }
        return context.codingPath.reason(context.debugDescription)
    }
}

extension EventEncodingError {
    /// The message.
    public var description: String { message }
}

extension [any CodingKey] {
    /// The path in Swift syntax: `lines[2].price`.
    var text: String {
        reduce(into: "") { text, key in
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }

    /// The problem, with the path of the field.
    func reason(_ text: String) -> String {
        isEmpty ? text : "the field \(quoted(self.text)): \(text)"
    }
}
