public import DomainKit

/// The error for a line that is not a valid event.
public struct NDJSONError: Error, Sendable {
    /// The kind of error.
    ///
    /// More codes may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        private init(_ description: String) {
            self.description = description
        }

        /// The line is longer than ``NDJSON/lineBytes``.
        public static let tooLong = Code("tooLong")

        /// The line is not JSON, or not one object.
        public static let notJSON = Code("notJSON")

        /// A required key is missing.
        public static let missingKey = Code("missingKey")

        /// A key is not part of the format.
        public static let unknownKey = Code("unknownKey")

        /// A key occurs twice.
        public static let repeatedKey = Code("repeatedKey")

        /// Data or metadata is present both as JSON and as Base64.
        public static let bothForms = Code("bothForms")

        /// The value of a key has the wrong type, or is outside its limits.
        public static let invalidValue = Code("invalidValue")
    }

    /// The kind of error.
    public let code: Code

    /// The problem with its key or byte, and the remedy.
    ///
    /// The caller adds the line number.
    public let message: String

    /// The underlying error, if any.
    public let cause: (any Error)?

    /// Creates an error from its parts.
    init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension NDJSONError: DescribedError {
    /// The message.
    public var description: String { message }
}
