import DomainKit
import Nacre
import NacreTool

/// The answer to a question while it is found, and afterwards.
///
/// Threading: may be used from any thread.
final class Answering: Sendable {
    /// The greatest number of rows that are kept; further ones are counted.
    static let mostRows = 1_000

    /// How the work has ended.
    enum End: Hashable, Sendable {
        case complete
        case cancelled

        /// It has failed, for the reason given.
        case failed(InspectorError)
    }

    /// What is known so far.
    struct State: Sendable {
        /// What is being done, and how much of it.
        var phase = ""
        var done: UInt64 = 0
        var total: UInt64 = 0

        var rows: [[AnswerCell]] = []

        /// The number of rows, with those that are not kept.
        var rowCount = 0

        var notes: [String] = []

        /// The address of further rows; `nil` if there are none.
        var more: String?

        /// How it has ended; `nil` while it is under way.
        var end: End?
    }

    /// The head of the log when the question was asked.
    let head: Position

    private let content = WaitableValue(State())

    /// - Parameter head: The head of the log.
    init(at head: Position) {
        self.head = head
    }

    /// What is known now.
    var state: State { content.value }

    /// Reports progress.
    ///
    /// - Parameters:
    ///   - phase: What is being done.
    ///   - done: How much of it is done.
    ///   - total: How much there is.
    func progress(_ phase: String, _ done: UInt64, of total: UInt64) {
        content.change { ($0.phase, $0.done, $0.total) = (phase, done, total) }
    }

    /// Adds a row.
    func add(_ row: [AnswerCell]) {
        content.change { state in
            state.rowCount += 1
            if state.rows.count < Self.mostRows { state.rows.append(row) }
        }
    }

    /// Counts rows that are not kept.
    func leaveOut(_ rows: Int) {
        content.change { $0.rowCount += rows }
    }

    /// Adds an element of a command's list, whose position leads to its event.
    ///
    /// - Parameters:
    ///   - element: The element.
    ///   - first: The cells before those of the element.
    func add<Element: Listed>(_ element: Element, after first: [AnswerCell] = []) {
        let cells = zip(Element.columns, element.cells).map { column, text in
            AnswerCell(text: text, isNumber: column.isNumber, address: address(of: text, in: column.title))
        }
        add(first + cells)
    }

    /// Where a cell of a command's table leads to.
    private func address(of text: String, in title: String) -> String? {
        switch title {
        case "POSITION", "LAST":
            // An event that is only supposed has a position after the head.
            return Position(text).flatMap { $0 > 0 && $0 <= head ? Address.event($0) : nil }
        case "STREAM", "TYPE", "ACTOR":
            // Cells that are shortened or escaped are not the names.
            guard text != "-", !text.contains("…"), !text.contains("\\") else { return nil }
            return Address.log(title.lowercased(), text)
        default: return nil
        }
    }

    /// Adds a sentence that stands above the table.
    func note(_ text: String) {
        content.change { $0.notes.append(TerminalText.line(text)) }
    }

    /// Offers further rows.
    ///
    /// - Parameter address: Where they are.
    func offerMore(at address: String) {
        content.change { $0.more = address }
    }

    /// Says how the work has ended.
    func finish(_ end: End) {
        content.change { $0.end = end }
    }

    /// Waits for the end of the work, but not longer than a duration.
    func wait(upTo duration: Duration) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.content.wait { $0.end != nil } }
            group.addTask { try await Task.sleep(for: duration) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}

extension Listed {
    /// The headings of a table of such elements.
    static var headings: [AnswerHeading] {
        columns.map { AnswerHeading(text: $0.title.capitalized, isNumber: $0.isNumber) }
    }
}

extension String {
    /// The text with small letters but for the first one.
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst().lowercased() }
}
