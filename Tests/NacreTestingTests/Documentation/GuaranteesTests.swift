import Foundation
import Testing

/// `Docs/Guarantees.md` names the test of each promise: the tests must exist.
@Suite struct GuaranteesTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// All names in the table's second column.
    private static func named() throws -> Set<String> {
        let document = try String(contentsOf: root.appendingPathComponent("Docs/Guarantees.md"), encoding: .utf8)
        let section = try #require(document.components(separatedBy: "## Where each promise is shown").dropFirst().first)
        let rows = try #require(section.components(separatedBy: "\n## ").first)
            .split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
        return Set(
            rows.compactMap { $0.split(separator: "|").last }
                .flatMap { cell in cell.split(separator: "`").filter { $0.first?.isLetter == true } }.map(String.init))
    }

    /// The topics of the conformance suites.
    private static func topics() throws -> Set<String> {
        let declaration = try Regex(
            #"static let (\w+): \[(?:Conformance|ReadModel)Rule\]"#, as: (Substring, Substring).self)
        let topics = try files(under: "Sources/NacreTesting").flatMap { file in
            try String(contentsOf: file, encoding: .utf8).matches(of: declaration).map { String($0.output.1) }
        }
        return Set(topics).subtracting(["rules"])
    }

    private static func files(under folder: String) throws -> [URL] {
        let folder = root.appendingPathComponent(folder)
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
            .map { folder.appendingPathComponent($0) }
    }

    @Test func `the table lists every topic of the conformance suites`() throws {
        let topics = try Self.topics()
        #expect(topics.count > 20)
        #expect(topics.subtracting(try Self.named()) == [])
    }

    @Test func `every test that the table names exists`() throws {
        let topics = try Self.topics()
        let suites = Set(try Self.files(under: "Tests").map { $0.deletingPathExtension().lastPathComponent })
        for name in try Self.named().subtracting(topics) {
            if name.contains("/") {
                #expect(FileManager.default.fileExists(atPath: Self.root.appendingPathComponent(name).path), "\(name)")
            } else {
                #expect(name.hasSuffix("Tests") && suites.contains(name), "\(name)")
            }
        }
    }
}
