public import DomainKit

/// The error for a refused command.
public struct NoteError: DescribedError, Sendable {
    /// The kinds of refusal; more may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name.
        public let description: String

        /// There is no such note.
        public static let notFound = Code(description: "notFound")

        /// The note was written already, which happens once.
        public static let alreadyWritten = Code(description: "alreadyWritten")
    }

    /// The kind of refusal.
    public let code: Code

    /// The problem and the remedy.
    public var description: String {
        code == .notFound ? "there is no such note: write one" : "the note is written already: write another one"
    }
}
