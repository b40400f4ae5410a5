import Nacre
import NacreTool

/// An answer, as it is rendered.
struct AnswerView: Sendable {
    /// A row of the table.
    struct Row: Sendable {
        let cells: [AnswerCell]
    }

    let isRunning: Bool

    /// What is being done, for people.
    let progress: String

    /// How much of it is done, of 100; `nil` if that is not known.
    let percent: Int?

    let headings: [AnswerHeading]
    let rows: [Row]
    let hasRows: Bool

    /// How many rows there are; a sentence.
    let count: String

    let notes: [String]

    /// The address of further rows.
    let more: String?

    /// Why it failed.
    let failure: String?

    /// The status of HTTP for a page with the answer.
    let status: Int

    let isCancelled: Bool

    /// Up to where the log was asked, and whether it has grown since.
    let extent: String

    /// Where the buttons lead to.
    let cancelAddress: String
    let againAddress: String

    /// Shows an answer.
    ///
    /// - Parameters:
    ///   - answering: The answer.
    ///   - question: The question.
    ///   - head: The head of the log now.
    init(_ answering: Answering, to question: Question, at head: Position) {
        let state = answering.state
        isRunning = state.end == nil
        percent = state.total > 0 ? Int(clamping: state.done.multipliedFullWidth(by: 100).low / state.total) : nil
        progress =
            state.phase.isEmpty
            ? "beginning"
            : state.total == 0
                ? state.phase : "\(state.phase), \(state.done) of \(Figures.count(Int(clamping: state.total), "event"))"
        headings = question.headings
        rows = state.rows.map { Row(cells: $0) }
        hasRows = !rows.isEmpty
        let rest = state.rowCount - rows.count
        count =
            rest > 0
            ? "The first \(rows.count) of \(state.rowCount) rows; the command lists all."
            : Figures.count(state.rowCount, "row") + (state.end == .complete ? "." : " so far.")
        (notes, more) = (state.notes, state.more)
        if case .failed(let error) = state.end {
            // What is wrong with a question may be found only while it is answered.
            (failure, status) = (TerminalText.line(error.detail), error.status < 500 ? 400 : error.status)
        } else {
            (failure, status) = (nil, 200)
        }
        isCancelled = state.end == .cancelled
        let more = head > answering.head ? head - answering.head : 0
        extent =
            "Asked when the log ended at position \(answering.head)"
            + (more > 0 ? "; it has \(Figures.count(Int(clamping: more), "event")) more." : ".")
        cancelAddress = Address.cancel(question.address)
        againAddress = Address.again(question.address)
    }
}
