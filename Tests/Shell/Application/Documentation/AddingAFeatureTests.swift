import Foundation
import Testing

@Suite struct AddingAFeatureTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let tutorial = "Tests/Tutorial/Notes"

    private let page: String

    init() throws { page = try Self.text(of: "Docs/AddingAFeature.md") }

    private static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The listings of the page, with the files that they say they are.
    private var listings: [(path: String, listing: String)] {
        page.components(separatedBy: "\n`\(Self.tutorial)/").dropFirst().compactMap { part in
            guard let end = part.range(of: "`:\n\n```swift\n"),
                let close = part.range(of: "```\n", range: end.upperBound..<part.endIndex)
            else { return nil }
            return (String(part[..<end.lowerBound]), String(part[end.upperBound..<close.lowerBound]))
        }
    }

    /// The listings of the page that are no files.
    private func listing(behind words: String) throws -> String {
        let part = try #require(page.components(separatedBy: words).dropFirst().first)
        return try #require(
            part.components(separatedBy: "```swift\n").dropFirst().first?.components(separatedBy: "```\n").first)
    }

    @Test func `the listings of the page are the files of the tutorial`() throws {
        for (path, listing) in listings {
            #expect(try Self.text(of: "\(Self.tutorial)/\(path)") == listing, "\(path)")
        }
    }

    @Test func `the page shows every file of the tutorial`() throws {
        let folder = Self.root.appending(path: Self.tutorial)
        let files = try #require(FileManager.default.enumerator(atPath: folder.path())).compactMap { $0 as? String }
        #expect(Set(files.filter { $0.hasSuffix(".swift") }) == Set(listings.map(\.path)))
    }

    @Test func `the targets of the page are those of the package`() throws {
        let targets = try listing(behind: "## 1.").split(separator: "\n").map { "        \($0)" }.joined(
            separator: "\n")
        #expect(targets.contains("NotesTests"))
        #expect(try Self.text(of: "Tests/Tutorial/Package.swift").contains(targets))
    }

    @Test func `each line that wires the tutorial's feature wires items or profiles, too`() throws {
        let application = try Self.text(of: "Sources/Shell/Application/Application.swift")
        let lines = try listing(behind: "## 8.").split(separator: "\n")
        try #require(lines.count > 3)
        for line in lines {
            // What its use cases are made of is each feature's own affair.
            let shared = line.range(of: "UseCases(").map { String(line[..<$0.upperBound]) } ?? "\(line)\n"
            let wired = [("Item", "item"), ("Profile", "profile")].map { capital, small in
                "        \(shared.replacing("Note", with: capital).replacing("note", with: small))"
            }
            #expect(wired.contains { application.contains($0) }, "\(line)")
        }
    }
}
