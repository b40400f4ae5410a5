import Nacre
import Testing
import ToolTesting

@testable import NacreTool

@Suite("Tables on a terminal")
struct TableLayoutTests {
    private let columns: [TableColumn] = [
        .whole("ID", width: 8), .number("N", width: 4).optional, .text("WORD", width: 20), .text("REST"),
    ]

    private func row(_ cells: [String], in limit: Int?) -> String { TableLayout(columns, in: limit).row(cells) }

    @Test("without a limit, cells are whole and wider ones shift the rest")
    func unlimited() {
        let long = String(repeating: "x", count: 300)
        #expect(row(["12345678", "7", "ab", long], in: nil) == "12345678     7  ab                    \(long)")
    }

    @Test("columns give up width, and then optional ones are left out, but ids and numbers are whole")
    func narrow() {
        let cells = ["12345678", "7", "a long word of text", "the rest of the row is long"]
        #expect(row(cells, in: 60) == "12345678     7  a long word of t…  the rest of the row is l…")
        #expect(row(cells, in: 30) == "12345678  a long wo…  the res…")
        #expect(row(cells, in: 16) == "12345678\n  a long wo…  t…")
    }

    @Test("in a row that does not fit, each text that stays whole has a line of its own, at its place")
    func lines() {
        let columns: [TableColumn] = [
            .number("N", width: 4), .text("WORD", width: 10), .whole("ID", width: 8), .text("A"), .whole("B"),
        ]
        let layout = TableLayout(columns, in: 24)
        let row = layout.row(["7", "word", "12345678", "letters of all kinds", String(repeating: "x", count: 30)])
        #expect(
            row == "   7  word\n  12345678\n  letters of all kinds\n  " + String(repeating: "x", count: 30))
    }

    @Test("of the usual columns, optional ones are left out, but of chosen ones none")
    func usual() {
        let cells = ["12345678", "7", "a long word of text", "the rest of the row is long"]
        #expect(TableLayout(columns, of: [1, 2], in: 12).row(cells) == "a long word…")
        #expect(TableLayout(columns, of: [1, 2], in: nil).row(cells) == "   7  a long word of text")
        #expect(TableLayout(columns, showing: [1, 2], in: 18).row(cells) == "   7  a long word…")
    }

    @Test("wide characters are aligned by their cells")
    func wide() {
        #expect(row(["1", "1", "日本", "x"], in: 200) == "1            1  日本                  x")
    }

    @Test("no row is wider than the terminal, unless cells that stay whole are")
    func property() {
        var random = SystemRandomNumberGenerator()
        let letters: [Character] = ["a", "日", "👍", "é", " "]
        func text(_ count: Int) -> String {
            String((0..<count).map { _ in letters.randomElement(using: &random) ?? "a" })
        }
        for _ in 0..<2000 {
            let limit = Int.random(in: 34..<160, using: &random)
            let cells = [
                "12345678", "\(Int.random(in: 0..<10_000, using: &random))",
                text(Int.random(in: 0..<60, using: &random)),
                text(Int.random(in: 0..<60, using: &random)),
            ]
            #expect(TerminalText.cells(of: row(cells, in: limit)) <= limit)
        }
    }

    @Test("the usual columns of events fit 80 cells, with the position whole", arguments: [60, 80, 100, 200])
    func events(width: Int) throws {
        let terminal = Terminal(isTerminal: true, noColour: "1", kind: nil, width: width)
        let event = RecordedEvent.sample()
        let text = try CapturedOutput.of(terminal: terminal) { try $0.list([event, event], .table) }
        for line in text.split(separator: "\n") { #expect(TerminalText.cells(of: String(line)) <= width) }
        #expect(text.contains("\(event.position)"))
    }

    @Test("columns are chosen by name, in any order, and an unknown name lists the known ones")
    func chosen() throws {
        let choice = try ColumnChoice<RecordedEvent>("type, POSITION,actor")
        let text = try CapturedOutput.of { try $0.list([RecordedEvent.sample()], .table, columns: choice.indices) }
        #expect(text.hasPrefix("TYPE                POSITION  ACTOR\n"))
        let error = try #require(throws: (any Error).self) { try ColumnChoice<RecordedEvent>("type,colour") }
        #expect("\(error)".contains(#"there is no column "colour", only position, version,"#))
    }
}
