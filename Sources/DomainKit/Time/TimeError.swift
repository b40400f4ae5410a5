/// The error for an invalid date or time.
public struct TimeError: Error, Sendable, Hashable {
    /// The kinds of error; more may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name.
        public let description: String

        /// The text does not have the format of a date or time.
        public static let malformed = Code(description: "malformed")

        /// The format is right, but there is no such day or time: month 13, 30 February, hour 24.
        public static let unreal = Code(description: "unreal")

        /// The time is valid, but outside the range that can be stored.
        public static let outOfRange = Code(description: "outOfRange")
    }

    /// The kind of error.
    public let code: Code

    /// The text, the problem and the remedy.
    public let message: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of error.
    ///   - message: The text, the problem and the remedy.
    public init(code: Code, message: String) {
        self.code = code
        self.message = message
    }
}

extension TimeError: DescribedError {
    /// The message.
    public var description: String { message }
}
