import Nacre
import NacreRuntime
import NacreTool

/// The rows of a read model as of a moment, as they are rendered.
struct ModelPage: Sendable {
    /// The number of rows of a page.
    static let size = 100

    static let headings = ["Change", "Row", "Contents"].map { AnswerHeading(text: $0) }

    let projection: String

    /// The name as it is, for forms.
    let value: String

    let position: Position
    let head: Position

    /// The moment as it was given, for the form.
    let asOf: String

    let isByTime: Bool
    let steps: Steps

    /// Where the position is in the time of the log, in thousandths.
    let share: Int

    /// The event at the position.
    let event: ShownEvent?

    let answer: AnswerView
    let command: String

    init(
        projection: String, at position: Position, _ moment: PastMoment, head: Position, steps: Steps, shares: Int,
        event: RecordedEvent?, answer: AnswerView, command: String
    ) {
        self.projection = projection.inCell
        value = projection
        self.position = position
        self.head = head
        asOf = moment.text ?? ""
        isByTime = moment.clock == .time
        self.steps = steps
        share = shares
        self.event = event.map { ShownEvent($0) }
        self.answer = answer
        self.command = command
    }

    /// The cells of a row that the event has changed.
    static func cells(
        of change: RowDifference, in projection: String, asOf moment: PastMoment
    ) -> [AnswerCell] {
        [
            AnswerCell(text: change.kind),
            AnswerCell(
                text: change.name?.inCell ?? "–",
                address: change.name.map { Address.row($0, of: projection, asOf: moment) }),
            AnswerCell(text: change.details),
        ]
    }

    /// The cells of a row.
    static func cells(of row: PastRow, in projection: String, asOf moment: PastMoment) -> [AnswerCell] {
        [
            AnswerCell(text: ""),
            AnswerCell(
                text: row.name?.inCell ?? "–",
                address: row.name.map { Address.row($0, of: projection, asOf: moment) }),
            AnswerCell(text: TerminalText.line(row.text)),
        ]
    }
}

/// A place in a read model as an address names it: the table, and the key in hexadecimal digits.
struct RowPlace: Hashable, Sendable {
    let place: RowDifference.Place

    /// The place cannot be read.
    struct Invalid: Error, CustomStringConvertible {
        let description: String
    }

    init(place: RowDifference.Place) {
        self.place = place
    }

    /// Reads a place.
    ///
    /// - Throws: ``Invalid``.
    init(parsing text: String) throws(Invalid) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let digits = parts.count == 2 ? Array(parts[1].utf8) : []
        var key: [UInt8] = []
        for start in stride(from: 0, to: digits.count - digits.count % 2, by: 2) {
            let pair = String(decoding: digits[start..<start + 2], as: UTF8.self)
            if let byte = UInt8(pair, radix: 16) { key.append(byte) }
        }
        guard parts.count == 2, let table = UInt8(parts[0]), key.count * 2 == digits.count else {
            throw Invalid(description: "\(quoted(text)) is not the place of a row: follow the link of a page")
        }
        place = .init(table: table, key: key)
    }

    /// The place in an address.
    var text: String {
        let digits = place.key.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return "\(place.table)." + digits.joined()
    }
}
