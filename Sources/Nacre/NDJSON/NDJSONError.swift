public import DomainKit

/// What is wrong with a line that should be an event.
public struct NDJSONError: Error, Sendable {
    /// What kind of mistake it is.
    ///
    /// More kinds may come.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the kind.
        public let description: String

        private init(_ description: String) {
            self.description = description
        }

        /// The line is longer than ``NDJSON/lineBytes``.
        public static let tooLong = Code("tooLong")

        /// The line is not JSON, or not one object.
        public static let notJSON = Code("notJSON")

        /// A required key is not there.
        public static let missingKey = Code("missingKey")

        /// A key is not one of the format's.
        public static let unknownKey = Code("unknownKey")

        /// A key is there twice.
        public static let repeatedKey = Code("repeatedKey")

        /// Data or metadata is there both as JSON and as Base64.
        public static let bothForms = Code("bothForms")

        /// The value of a key is of the wrong kind, or outside its limits.
        public static let invalidValue = Code("invalidValue")
    }

    /// What kind of mistake it is.
    public let code: Code

    /// What is wrong, with the key or the byte, and what would be right; the number of the line is for the caller to add.
    public let message: String

    /// The error underneath, where there is one.
    public let cause: (any Error)?

    /// Makes an error of its parts.
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
