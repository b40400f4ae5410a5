/// A date or a time that cannot be read.
public struct TimeError: Error, Sendable, Hashable {
    /// The kinds of mistake; more may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name.
        public let description: String

        /// The text is not in the form in which dates or times are written.
        public static let malformed = Code(description: "malformed")

        /// The form is right, but no calendar or clock has such a day or time: month 13, 30 February, hour 24.
        public static let unreal = Code(description: "unreal")

        /// The moment is real, but outside of the range that can be stored.
        public static let outOfRange = Code(description: "outOfRange")
    }

    /// What kind of mistake it is.
    public let code: Code

    /// The text, what is wrong with it, and what to write instead.
    public let message: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What kind of mistake it is.
    ///   - message: The text, what is wrong with it, and what to write instead.
    public init(code: Code, message: String) {
        self.code = code
        self.message = message
    }
}

extension TimeError: DescribedError {
    /// The message.
    public var description: String { message }
}
