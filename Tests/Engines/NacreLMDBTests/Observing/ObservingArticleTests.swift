import Foundation
import Testing

@testable import NacreLMDB

@Suite struct ObservingArticleTests {
    /// The rows of the article's tables whose first cell is one of those wanted.
    private static func rows(where isWanted: (String) -> Bool) throws -> [[String]] {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let article = root.appendingPathComponent("Sources/Engines/NacreLMDB/NacreLMDB.docc/Observing.md")
        return try String(contentsOf: article, encoding: .utf8).split(separator: "\n")
            .map { line in
                line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            }
            .filter { isWanted($0[0]) }
    }

    @Test func `the article lists every message with its level`() throws {
        let listed = try Self.rows { ["debug", "notice", "warning", "error"].contains($0) }
            .map { "\($0[0]) \($0[1])" }
        #expect(listed.sorted() == LogMessage.allCases.map { "\($0.level) \($0.rawValue)" }.sorted())
    }

    @Test func `the article lists every metric with its kind`() throws {
        let names = MetricName.allCases.map { "`\($0.rawValue)` \($0.kind.rawValue)" }
        let listed = try Self.rows { $0.hasPrefix("`nacre.") }.map { "\($0[0]) \($0[1])" }
        #expect(listed.sorted() == names.sorted())
    }
}
