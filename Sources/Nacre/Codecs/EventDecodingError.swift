public import DomainKit

/// The error for an event of a known type that cannot be decoded.
///
/// Its data does not fit the type, or its schema is unknown.
public struct EventDecodingError: Error, Sendable {
    /// The kinds of error; more may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name.
        public let description: String

        private init(_ description: String) {
            self.description = description
        }

        /// The data is not valid JSON, or a value is of another type.
        public static let malformed = Code("malformed")

        /// A required field is missing.
        public static let missingField = Code("missingField")

        /// A field occurs more than once.
        public static let repeatedField = Code("repeatedField")

        /// The event has a newer schema than this program knows.
        public static let newerSchema = Code("newerSchema")

        /// The event has sealed fields that cannot be opened: the keys are not at hand, or the fields were changed.
        public static let sealed = Code("sealed")

        /// The stored types are declared incorrectly.
        ///
        /// The cause is an ``EventDeclarationError``.
        public static let invalidDeclaration = Code("invalidDeclaration")
    }

    /// The kind of error.
    public let code: Code

    /// The position of the event.
    public let position: Position

    /// The stream of the event.
    public let stream: StreamName

    /// The type of the event.
    public let type: EventType

    /// The problem with the data.
    public let reason: String

    /// The underlying error, if any.
    public let cause: (any Error)?

    /// Creates the error for an event.
    ///
    /// - Parameters:
    ///   - code: The kind of error.
    ///   - reason: The problem with the data, as a clause: `it has no field "name"`.
    ///   - event: The event.
    ///   - cause: The underlying error, if any.
    public init(_ code: Code, _ reason: String, in event: RecordedEvent, cause: (any Error)? = nil) {
        self.init(code, reason, in: event.view, cause: cause)
    }

    /// Creates the error for an event that is read in place.
    ///
    /// - Parameters:
    ///   - code: The kind of error.
    ///   - reason: The problem with the data, as a clause: `it has no field "name"`.
    ///   - event: The event.
    ///   - cause: The underlying error, if any.
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
    /// The event, the problem with its data, and the remedy.
    public var message: String {
        """
        the event at position \(position), type \(quoted(type.text)) in stream \(quoted(stream.text)), \
        cannot be decoded: \(reason): \(remedy)
        """
    }

    /// What is wrong with the data, for a message that names the event and ends with a remedy of its own.
    var finding: String { code == .newerSchema ? "\(reason): \(remedy)" : reason }

    private var remedy: String {
        switch code {
        case .newerSchema: "a newer program wrote it: update this one"
        case .invalidDeclaration: "the event itself is intact"
        case .sealed: "open the store together with the secrets of its accounts"
        default: "the log is never rewritten: fix the program that wrote it"
        }
    }

    /// The message.
    public var description: String { message }
}
