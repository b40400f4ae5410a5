public import DomainKit

/// The error for an invalid set of upcasters.
///
/// Events of some former type or schema could not be read.
public struct UpcastingError: Error, Hashable, Sendable {
    /// The kinds of error; more may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name.
        public let description: String

        private init(_ description: String) {
            self.description = description
        }

        /// No upcaster leads on from a former type and schema.
        public static let gap = Code("gap")

        /// Upcasters form a cycle.
        public static let loop = Code("loop")

        /// Two upcasters have the same source type and schema.
        public static let repeatedStep = Code("repeatedStep")

        /// The source of an upcaster is the current schema, or a later one.
        public static let notFormer = Code("notFormer")

        /// A schema number is out of range.
        public static let invalidSchema = Code("invalidSchema")
    }

    /// The kind of error.
    public let code: Code

    /// The type concerned.
    public let type: EventType

    /// The schema number concerned.
    public let schema: Int

    /// The problem and the remedy.
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
