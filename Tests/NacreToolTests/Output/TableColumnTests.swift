import Testing

@testable import NacreTool

@Suite("Rows of a table")
struct TableColumnTests {
    private let columns: [TableColumn] = [.number("N", width: 4), .text("WORD", width: 6), .text("REST")]

    @Test("numbers are right-aligned, text is left-aligned, and the end is not padded")
    func widths() {
        #expect(TableColumn.row(["7", "ab", "c"], in: columns) == "   7  ab      c")
        #expect(TableColumn.row(["7", "ab", ""], in: columns) == "   7  ab")
    }

    @Test("a cell wider than its column shifts the rest of its row and is not truncated")
    func wide() {
        #expect(TableColumn.row(["12345", "abcdefgh", "c"], in: columns) == "12345  abcdefgh  c")
    }
}
