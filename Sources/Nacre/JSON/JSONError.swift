public import DomainKit

/// What is wrong with bytes that should be JSON, and where.
public struct JSONError: Error, Hashable, Sendable {
    /// What kind of mistake it is; more kinds may come.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the kind.
        public let description: String

        private init(_ description: String) {
            self.description = description
        }

        /// The bytes break the grammar of RFC 8259.
        public static let syntax = Code("syntax")

        /// A string is not UTF-8.
        public static let invalidUTF8 = Code("invalidUTF8")

        /// An escape names half of a surrogate pair, so that the string has no text.
        public static let loneSurrogate = Code("loneSurrogate")

        /// Objects and arrays are nested too deeply.
        public static let nesting = Code("nesting")

        /// The value is of another kind than the one asked for.
        public static let typeMismatch = Code("typeMismatch")

        /// A number does not fit the type asked for.
        public static let outOfRange = Code("outOfRange")
    }

    /// What kind of mistake it is.
    public let code: Code

    /// Where it is, in bytes from the beginning, counted from 0.
    public let offset: Int

    /// What is wrong, with the offset.
    public let message: String

    /// Makes an error of its parts; the message has the offset put before it.
    init(_ code: Code, at offset: Int, _ message: String) {
        self.code = code
        self.offset = offset
        self.message = "at byte \(offset): \(message)"
    }

    /// The message without the offset, for what is still being written.
    var reason: String { String(message.dropFirst("at byte \(offset): ".count)) }
}

extension JSONError: DescribedError {
    /// The message.
    public var description: String { message }
}
