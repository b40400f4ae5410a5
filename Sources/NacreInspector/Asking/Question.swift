/// A question to the store whose answer may take a while.
struct Question: Sendable {
    /// The address of its answer, which has everything that the answer depends on but the log.
    let address: String

    /// The headings of the table that answers it.
    let headings: [AnswerHeading]

    /// Answers it.
    ///
    /// Not on the actor that keeps the answers, which others ask meanwhile.
    let work: @concurrent @Sendable (Answering) async throws -> Void
}

/// The heading of a column.
struct AnswerHeading: Hashable, Sendable {
    let text: String
    var isNumber = false
}

/// A cell of a table.
struct AnswerCell: Hashable, Sendable {
    let text: String
    var isNumber = false

    /// Where the text leads to; `nil` for nowhere.
    var address: String?
}
