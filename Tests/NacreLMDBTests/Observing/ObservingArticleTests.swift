import Foundation
import Testing

@testable import NacreLMDB

@Suite struct ObservingArticleTests {
    /// The cells of the article's tables that begin with one of some words.
    private static func rows(beginning words: Set<String>) throws -> [[String]] {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let article = root.appendingPathComponent("Sources/NacreLMDB/NacreLMDB.docc/Observing.md")
        return try String(contentsOf: article, encoding: .utf8).split(separator: "\n")
            .map { line in
                line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            }
            .filter { words.contains($0[0]) }
    }

    @Test func `the article lists every message with its level`() throws {
        let listed = try Self.rows(beginning: ["debug", "notice", "warning", "error"]).map { "\($0[0]) \($0[1])" }
        #expect(listed.sorted() == LogMessage.allCases.map { "\($0.level) \($0.rawValue)" }.sorted())
    }
}
