public import DomainKit

/// The error for bytes that are not valid JSON, or not the requested value.
public struct JSONError: Error, Hashable, Sendable {
    /// The kind of error.
    ///
    /// More codes may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        private init(_ description: String) {
            self.description = description
        }

        /// The bytes violate the grammar of RFC 8259.
        public static let syntax = Code("syntax")

        /// A string is not valid UTF-8.
        public static let invalidUTF8 = Code("invalidUTF8")

        /// An escape is a lone surrogate, so the string has no text.
        public static let loneSurrogate = Code("loneSurrogate")

        /// Objects and arrays are nested too deeply.
        public static let nesting = Code("nesting")

        /// The value has another type than requested.
        public static let typeMismatch = Code("typeMismatch")

        /// A number does not fit the requested type.
        public static let outOfRange = Code("outOfRange")
    }

    /// The kind of error.
    public let code: Code

    /// The offset in bytes, from 0.
    public let offset: Int

    /// The problem, with the offset.
    public let message: String

    /// Creates an error from its parts.
    ///
    /// The offset is prepended to the message.
    init(_ code: Code, at offset: Int, _ message: String) {
        self.code = code
        self.offset = offset
        self.message = "at byte \(offset): \(message)"
    }

    /// The message without the offset, for errors while writing.
    var reason: String { String(message.dropFirst("at byte \(offset): ".count)) }
}

extension JSONError: DescribedError {
    /// The message.
    public var description: String { message }
}
