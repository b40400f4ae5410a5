import Nacre

/// An error that a command detects itself; errors of lower layers keep their own types.
package struct CommandError: Error {
    /// The kind of failure.
    package struct Code: Hashable, CustomStringConvertible {
        /// The name of the kind.
        package let description: String

        /// The requested stream does not exist.
        package static let noSuchStream = Code(description: "noSuchStream")

        /// The requested event does not exist.
        package static let noSuchEvent = Code(description: "noSuchEvent")

        /// The requested projection does not exist.
        package static let noSuchProjection = Code(description: "noSuchProjection")

        /// The program does not have the requested process manager, and it has never run on this log.
        package static let noSuchProcess = Code(description: "noSuchProcess")

        /// The program declares no decider for the category of a stream.
        package static let noSuchDecider = Code(description: "noSuchDecider")

        /// The state of a stream has no such field.
        package static let noSuchField = Code(description: "noSuchField")

        /// A read model has no such row.
        package static let noSuchRow = Code(description: "noSuchRow")

        /// No item's id begins as the given text does.
        package static let noSuchItem = Code(description: "noSuchItem")

        /// An argument has the right form, but invalid content.
        package static let badInput = Code(description: "badInput")

        /// A file that would be replaced exists.
        static let fileExists = Code(description: "fileExists")

        /// The events are recorded, but the read models do not show them yet.
        package static let notShown = Code(description: "notShown")

        /// A check found faults in the log, its index or a read model.
        package static let faultsFound = Code(description: "faultsFound")
    }

    /// The kind of failure.
    package let code: Code

    /// What went wrong, with the figures and the remedy.
    package let message: String

    /// The underlying error, if any.
    package let cause: (any Error)?

    /// Creates an error.
    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension CommandError {
    /// The error for a name that does not exist; the message lists those that do.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - kind: What is named, such as `projection`.
    ///   - name: The name.
    ///   - names: The existing names.
    /// - Returns: The error.
    static func unknown(_ code: Code, _ kind: String, _ name: String, among names: [String]) -> CommandError {
        CommandError(
            code, "there is no \(kind) \(quoted(name))" + (names.isEmpty ? "" : ", only \(Figures.list(names))"))
    }
}

extension CommandError: CustomStringConvertible {
    /// The message.
    package var description: String { message }
}
