public import DomainKit

/// An event of a known type that cannot be read: its data is not what that type should have, or its schema is unknown.
public struct EventDecodingError: Error, Sendable {
    /// The kinds of mistake; more may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name.
        public let description: String

        private init(_ description: String) {
            self.description = description
        }

        /// The data is not JSON, or not of the kind that is read.
        public static let malformed = Code("malformed")

        /// A field that must be there is not.
        public static let missingField = Code("missingField")

        /// A field is there more than once.
        public static let repeatedField = Code("repeatedField")

        /// The event is of a newer schema than this program knows.
        public static let newerSchema = Code("newerSchema")

        /// The type of the program's events says wrongly how it is stored; the cause is an ``EventDeclarationError``.
        public static let invalidDeclaration = Code("invalidDeclaration")
    }

    /// What kind of mistake it is.
    public let code: Code

    /// Where in the log the event stands.
    public let position: Position

    /// The stream that it belongs to.
    public let stream: StreamName

    /// Its type.
    public let type: EventType

    /// What is wrong with the data.
    public let reason: String

    /// The error underneath, where there is one.
    public let cause: (any Error)?

    /// Makes the error of an event.
    ///
    /// - Parameters:
    ///   - code: What kind of mistake it is.
    ///   - reason: What is wrong with the data, as a clause: `it has no field "name"`.
    ///   - event: The event.
    ///   - cause: The error underneath, where there is one.
    public init(_ code: Code, _ reason: String, in event: RecordedEvent, cause: (any Error)? = nil) {
        self.init(code, reason, in: event.view, cause: cause)
    }

    /// Makes the error of an event that is read where it lies.
    ///
    /// - Parameters:
    ///   - code: What kind of mistake it is.
    ///   - reason: What is wrong with the data, as a clause: `it has no field "name"`.
    ///   - event: The event.
    ///   - cause: The error underneath, where there is one.
    public init(_ code: Code, _ reason: String, in event: EventView, cause: (any Error)? = nil) {
        self.code = code
        self.reason = reason
        position = event.position
        stream = event.stream
        type = event.type
        self.cause = cause
    }
}

extension EventDecodingError: DescribedError {
    /// Which event it is, what is wrong with its data, and what to do.
    public var message: String {
        """
        the event at position \(position), a \(quoted(type.text)) of stream \(quoted(stream.text)), \
        cannot be read: \(reason): \(remedy)
        """
    }

    private var remedy: String {
        switch code {
        case .newerSchema: "a newer program has written it, so update this one"
        case .invalidDeclaration: "the event itself is as it was written"
        default: "the log is never rewritten, so mend the program that wrote it"
        }
    }

    /// The message.
    public var description: String { message }
}
