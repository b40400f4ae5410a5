public import DomainKit

/// The error for an invalid declaration of stored event types, reported when the codec is first used.
public struct EventDeclarationError: DescribedError, Hashable, Sendable {
    /// The kinds of error; more may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name.
        public let description: String

        private init(_ description: String) {
            self.description = description
        }

        /// The type is not an enum with synthesised `Codable` conformance.
        public static let notAnEnum = Code("notAnEnum")

        /// `storedTypes` lists a case that the enum does not have.
        public static let unknownCase = Code("unknownCase")

        /// `storedTypes` lists a case twice.
        public static let repeatedCase = Code("repeatedCase")

        /// Two cases would have the same stored type.
        public static let repeatedType = Code("repeatedType")

        /// The upcasters do not lead from every former event to one that can be read.
        public static let upcasting = Code("upcasting")
    }

    /// The kind of error.
    public let code: Code

    /// The problem and the remedy.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension EventDeclarationError {
    /// The message.
    public var description: String { message }
}
