/// The reason why an import stopped at a line.
///
/// The batches before the line stay, and nothing of its own batch is written. Once the line is corrected, another run
/// of the import continues from there.
struct ImportError: Error {
    /// The kind of mistake.
    struct Code: Hashable, CustomStringConvertible {
        /// The name of the kind.
        let description: String

        /// The line is not an event.
        static let badLine = Code(description: "badLine")

        /// Another event has the line's id, with another stream, type or data, in the store or earlier in the file.
        static let idTaken = Code(description: "idTaken")

        /// The input is compressed by gzip.
        static let compressed = Code(description: "compressed")

        /// The input is in UTF-16.
        static let otherEncoding = Code(description: "otherEncoding")
    }

    /// The kind of mistake.
    let code: Code

    /// The number of the line, counted from 1.
    let line: Int

    /// The mistake, without the number of the line.
    let reason: String

    /// The mistake, beginning with the number of the line.
    var message: String { "line \(line): \(reason)" }

    /// The underlying error, if any.
    let cause: (any Error)?

    /// Creates an error.
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
