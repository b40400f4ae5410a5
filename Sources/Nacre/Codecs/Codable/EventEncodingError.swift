public import DomainKit

/// An event that cannot be written: JSON has no form for one of its values.
public struct EventEncodingError: DescribedError, Sendable {
    /// The type of the event.
    public let type: EventType

    /// What is wrong with which value, and how to correct it.
    public let message: String

    /// The error underneath: a ``JSONError`` where JSON has no form for the value.
    public let cause: any Error

    init(_ type: EventType, _ error: any Error) {
        self.type = type
        // Foundation's descriptions of some values that cannot be written end the program: that of a date that is no
        // number, for one. So what is kept is what was said of the value.
        if case .invalidValue(_, let context) = error as? EncodingError {
            cause = context.underlyingError ?? EncodingError.invalidValue(context.debugDescription, context)
        } else {
            cause = error
        }
        message = "a \(quoted(type.text)) cannot be written: \(Self.reason(error)): correct the value and try again"
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
    /// The path as Swift writes one: `lines[2].price`.
    var text: String {
        reduce(into: "") { text, key in
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }

    /// What is wrong, with the field at which it is.
    func reason(_ text: String) -> String {
        isEmpty ? text : "the field \(quoted(self.text)): \(text)"
    }
}
