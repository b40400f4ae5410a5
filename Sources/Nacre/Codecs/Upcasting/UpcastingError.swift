public import DomainKit

/// A declaration of upcasters through which not every old event would become one that can be read.
public struct UpcastingError: Error, Hashable, Sendable {
    /// The kinds of mistake; more may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name.
        public let description: String

        private init(_ description: String) {
            self.description = description
        }

        /// From a type and schema that was written once, no step leads on.
        public static let gap = Code("gap")

        /// Steps lead in a circle.
        public static let loop = Code("loop")

        /// Two steps begin with the same type and schema.
        public static let repeatedStep = Code("repeatedStep")

        /// A step begins with what is written today, or later.
        public static let notFormer = Code("notFormer")

        /// A schema number is not one that an event can have.
        public static let invalidSchema = Code("invalidSchema")
    }

    /// What kind of mistake it is.
    public let code: Code

    /// The type at which it is.
    public let type: EventType

    /// The schema number at which it is.
    public let schema: Int

    /// What is wrong and how to mend it.
    public let message: String

    init(_ code: Code, at place: EventSchema, _ message: String) {
        self.code = code
        type = place.type
        schema = place.schema
        self.message = message
    }
}

extension UpcastingError: DescribedError {
    /// The message.
    public var description: String { message }
}
