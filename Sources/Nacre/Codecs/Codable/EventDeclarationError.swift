public import DomainKit

/// A mistake in how a type of events says that it is stored, found when its codec is first used.
public struct EventDeclarationError: DescribedError, Hashable, Sendable {
    /// The kinds of mistake; more may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name.
        public let description: String

        private init(_ description: String) {
            self.description = description
        }

        /// The type is no enum whose `Codable` conformance Swift writes.
        public static let notAnEnum = Code("notAnEnum")

        /// `storedTypes` lists a case that the enum does not have.
        public static let unknownCase = Code("unknownCase")

        /// `storedTypes` lists a case twice.
        public static let repeatedCase = Code("repeatedCase")

        /// Two cases would be stored as the same type.
        public static let repeatedType = Code("repeatedType")

        /// Through the upcasters not every former event becomes one that can be read.
        public static let upcasting = Code("upcasting")
    }

    /// What kind of mistake it is.
    public let code: Code

    /// What is wrong and how to correct it.
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
