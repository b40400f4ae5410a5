/// Why an import stopped at a line.
///
/// The batches before it stay, nothing of its own batch was written, and running the import again after the mend goes on.
struct ImportError: Error {
    /// What kind of mistake it is.
    struct Code: Hashable, CustomStringConvertible {
        /// The name of the kind.
        let description: String

        /// The line is not an event.
        static let badLine = Code(description: "badLine")

        /// The line's id is another event's: with another stream, type or data, in the store or earlier in the file.
        static let idTaken = Code(description: "idTaken")
    }

    /// What kind of mistake it is.
    let code: Code

    /// The number of the line, counted from 1.
    let line: Int

    /// What is wrong with the line.
    let reason: String

    /// What is wrong with the line, beginning with its number.
    var message: String { "line \(line): \(reason)" }

    /// The error underneath, where there is one.
    let cause: (any Error)?

    /// Makes an error of its parts.
    init(_ code: Code, line: Int, _ reason: String, cause: (any Error)? = nil) {
        self.code = code
        self.line = line
        self.reason = reason
        self.cause = cause
    }
}

extension ImportError: CustomStringConvertible {
    /// The message.
    var description: String { message }
}
