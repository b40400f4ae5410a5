import Testing

@testable import NacreBenchmarks

@Suite struct MarkdownPageTests {
    @Test func `every line of a table has as many cells as its head`() throws {
        let source = try MarkdownPage([.madeUp(struckOut: 1), .madeUp()]).source()
        var columns: Int?
        var tables = 0
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("|") else {
                columns = nil
                continue
            }
            // A bar that is escaped is text.
            let cells = line.replacing("\\|", with: "").count { $0 == "|" }
            if columns == nil { tables += 1 }
            #expect(columns == nil || columns == cells, "\(line)")
            columns = cells
        }
        #expect(tables >= 20)
    }

    @Test func `text is escaped in Markdown`() {
        let text = markdown("a|b *c* _d_ `e` <f> &g;\n#h ~i~ [j]")
        #expect(text == "a\\|b \\*c\\* \\_d\\_ \\`e\\` &lt;f> &amp;g; \\#h \\~i\\~ \\[j\\]")
    }

    @Test func `a command cannot close its code fence`() throws {
        var report = BenchmarkReport.madeUp()
        report.command = "echo ```"
        #expect(try MarkdownPage([report]).source().contains("````\necho ```\n````"))
    }

    @Test func `a struck-out run is struck out`() throws {
        let source = try MarkdownPage([.madeUp([.nacre, .sqlite], struckOut: 1)]).source()
        #expect(source.contains("| ~~sqlite~~ | **struck out** |"))
        #expect(source.contains("**AN AUDIT FAILED: the figures of sqlite are struck out.**"))
    }
}
