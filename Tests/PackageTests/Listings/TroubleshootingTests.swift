import DocumentationPages
import Foundation
import Testing

/// The table of error codes has all that a program can meet, and no others.
@Suite struct TroubleshootingTests {
    private static let page = "Sources/Nacre/Nacre.docc/Troubleshooting.md"

    /// The modules whose errors are not a user's: the binding that no product contains, and the demo features.
    private static let left = ["Sources/Engines/LMDB/", "Sources/Features/"]

    /// The codes that the sources declare as public, each with its type: `EventStoreError.conflict`.
    private static func declared() throws -> [String] {
        let files = DocumentationPage.files(in: "Sources").filter { path in
            path.hasSuffix(".swift") && !left.contains(where: path.hasPrefix)
        }
        return try files.flatMap { path in
            let text = try DocumentationPage.text(of: path)
            guard text.contains("public struct Code: "), let type = text.firstMatch(of: /public struct (\w+Error)\b/)
            else {
                return [String]()
            }
            return text.matches(of: /public static let \w+ = Code\((?:description: )?"(\w+)"\)/).map {
                "\(type.1).\($0.1)"
            }
        }
    }

    /// The codes in the first cells of the tables, each with its section: `EventStoreError.conflict`.
    private static func listed() throws -> [String] {
        let sections = try DocumentationPage.text(of: page).components(separatedBy: "\n## ").dropFirst()
        return sections.flatMap { section in
            let title = section.prefix { $0 != "\n" }
            return section.matches(of: /(?m)^\| `(\w+)` \|/).map { "\(title).\($0.1)" }
        }
        .filter { $0.contains(/^\w+Error\.[a-z]/) }
    }

    @Test func `every public error code has a row, and every row is a code`() throws {
        let (declared, listed) = (try Self.declared(), try Self.listed())
        try #require(declared.count > 40)
        #expect(Set(declared).subtracting(listed).sorted() == [], "codes without a row")
        #expect(Set(listed).subtracting(declared).sorted() == [], "rows without a code")
        #expect(listed.count == Set(listed).count)
    }

    @Test func `no public code is declared in a way that the test does not see`() throws {
        for path in DocumentationPage.files(in: "Sources") where path.hasSuffix(".swift") {
            guard !Self.left.contains(where: path.hasPrefix) else { continue }
            let text = try DocumentationPage.text(of: path)
            #expect(!text.contains("extension Code") && !text.contains(/extension \w+Error\.Code\b/), "\(path)")
            guard text.contains("public struct Code: ") else { continue }
            #expect(text.contains(/public struct \w+Error\b/), "\(path)")
            let declared = text.matches(of: /public static let \w+ = (?:Code|Self)\(/).count
            #expect(
                declared == text.matches(of: /public static let \w+ = Code\((?:description: )?"\w+"\)/).count, "\(path)"
            )
        }
    }
}
