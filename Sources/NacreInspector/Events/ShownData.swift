import Nacre
import NacreTool

/// Data or metadata of an event, as it is rendered.
struct ShownData: Sendable {
    /// A row of a tree: exactly one of the three is set.
    struct Row: Sendable {
        var opening: Opening?
        var value: Value?
        var isEnd = false
    }

    /// The beginning of an object or an array.
    struct Opening: Sendable {
        let label: String?
        let kind: String
        let mark: String?
    }

    /// A value.
    struct Value: Sendable {
        let label: String?
        let kind: String
        let text: String
        let mark: String?
    }

    /// A line of bytes.
    struct Line: Sendable {
        let offset: String
        let digits: String
        let characters: String
    }

    /// The greatest number of scalars of a text.
    private static let shownText = 10_000

    /// The greatest number of bytes that are shown one by one.
    private static let shownBytes = 2_048

    /// The size, for people.
    let size: String

    /// A JSON document; `nil` for other data.
    private(set) var treeRows: [Row]?

    /// Whether the bytes are a JSON document.
    private(set) var hasTree = false

    /// Text that is not JSON.
    private(set) var plainText: String?

    /// Bytes that are not text.
    private(set) var byteLines: [Line]?

    /// What is not shown, and why it is shown as it is.
    private(set) var remark: String?

    /// Shows bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - tree: The bytes as JSON; `nil` if they are not JSON.
    ///   - changes: What differs from older data, to mark it.
    init(_ bytes: [UInt8], _ tree: JSONTree?, marking changes: [JSONDifference.Change] = []) {
        size = Figures.count(bytes.count, "byte")
        guard !bytes.isEmpty else {
            remark = "Empty."
            return
        }
        if let tree {
            let marks = Dictionary(
                changes.filter { $0.after != nil }.map { ($0.path, $0.before == nil ? "added" : "changed") },
                uniquingKeysWith: { first, _ in first })
            hasTree = true
            treeRows = tree.rows.map { Self.row($0, marks) }
            if tree.isCut { remark = "There are more values than are shown here: the command prints all." }
        } else if let text = String(validating: bytes, as: UTF8.self) {
            let scalars = text.unicodeScalars
            plainText = TerminalText.line(String(scalars.prefix(Self.shownText)))
            remark = "This is text, and not JSON." + (scalars.count > Self.shownText ? " Its beginning is shown." : "")
        } else {
            byteLines = Self.lines(Array(bytes.prefix(Self.shownBytes)))
            remark =
                "These bytes are not text (UTF-8)." + (bytes.count > Self.shownBytes ? " The first are shown." : "")
        }
    }

    private static func row(_ row: JSONTree.Row, _ marks: [String: String]) -> Row {
        let (label, mark) = (row.label.map { TerminalText.cell($0, limit: 200) }, marks[row.path])
        return switch row.content {
        case .beginning(let kind):
            Row(opening: Opening(label: label, kind: kind == .object ? "object" : "array", mark: mark))
        case .value(let text, let kind):
            Row(value: Value(label: label, kind: "\(kind)", text: shown(text), mark: mark))
        case .end: Row(isEnd: true)
        }
    }

    /// A value on one line, as it is stored.
    static func shown(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let shown = TerminalText.line(String(scalars.prefix(shownText)))
        return scalars.count > shownText ? "\(shown)… (\(Figures.count(text.utf8.count, "byte")))" : shown
    }

    private static func lines(_ bytes: [UInt8]) -> [Line] {
        stride(from: 0, to: bytes.count, by: 16).map { offset in
            let part = bytes[offset..<min(offset + 16, bytes.count)]
            return Line(
                offset: hexadecimal(offset, digits: 6),
                digits: part.map { hexadecimal(Int($0), digits: 2) }.joined(separator: " "),
                characters: String(
                    decoding: part.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: ".") }, as: UTF8.self))
        }
    }

    private static func hexadecimal(_ number: Int, digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
