import NacreTool

/// What can be asked and what has been asked, as it is rendered.
struct AskPage: Sendable {
    /// A kind of question.
    struct Kind: Sendable {
        let heading: String
        let sentence: String
        let form: String
    }

    /// A question that has been asked.
    struct Row: Sendable {
        /// The address of the answer, and the same for people.
        let target: String
        let text: String

        let state: String
        let rows: Int
    }

    let kinds: [Kind]
    let rows: [Row]
    let hasRows: Bool

    /// - Parameter asked: What has been asked, the newest first.
    init(_ asked: [(address: String, answering: Answering)]) {
        kinds = QuestionKind.all.map { Kind(heading: $0.heading, sentence: $0.sentence, form: Address.ask($0)) }
        rows = asked.map { address, answering in
            let state = answering.state
            return Row(
                target: address, text: PercentCoding.decodePath(address).inCell, state: Self.text(of: state.end),
                rows: state.rowCount)
        }
        hasRows = !rows.isEmpty
    }

    private static func text(of end: Answering.End?) -> String {
        switch end {
        case nil: "running"
        case .complete: "finished"
        case .cancelled: "cancelled"
        case .failed: "failed"
        }
    }
}
