/// What goes wrong in a command itself, where no part underneath has an error of its own for it.
package struct CommandError: Error {
    /// What kind of failure it is.
    package struct Code: Hashable, CustomStringConvertible {
        /// The name of the kind.
        package let description: String

        /// The stream that was asked for does not exist.
        package static let noSuchStream = Code(description: "noSuchStream")

        /// The projection that was asked for does not exist.
        package static let noSuchProjection = Code(description: "noSuchProjection")

        /// The process manager that was asked for has never run on this log.
        package static let noSuchProcess = Code(description: "noSuchProcess")

        /// An argument is in the right form, but its content is not.
        package static let badInput = Code(description: "badInput")

        /// What was wanted is recorded, but the read models do not show it yet.
        package static let notShown = Code(description: "notShown")

        /// The log, its index or a read model is not what it should be.
        package static let faultsFound = Code(description: "faultsFound")
    }

    /// What kind of failure it is.
    package let code: Code

    /// What went wrong, with the figures, and how to mend it.
    package let message: String

    /// The error underneath, where there is one.
    package let cause: (any Error)?

    /// Makes an error of its parts.
    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension CommandError: CustomStringConvertible {
    /// The message.
    package var description: String { message }
}
