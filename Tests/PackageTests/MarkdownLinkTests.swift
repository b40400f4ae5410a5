import Foundation
import Testing

/// The links of the README and the pages of `Docs` to each other and to sources.
@Suite struct MarkdownLinkTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static let pages: [URL] = {
        let docs = root.appending(path: "Docs")
        let found = FileManager.default.enumerator(atPath: docs.path)?.compactMap { $0 as? String } ?? []
        return [root.appending(path: "README.md")]
            + found.filter { $0.hasSuffix(".md") }.sorted().map { docs.appending(path: $0) }
    }()

    @Test func `every relative link leads to an existing file and heading`() throws {
        #expect(Self.pages.count > 10)
        var broken: [String] = []
        for page in Self.pages {
            for link in try Self.links(in: page) where try !Self.leadsSomewhere(link, from: page) {
                broken.append("\(page.path.dropFirst(Self.root.path.count + 1)): \(link)")
            }
        }
        #expect(broken == [])
    }

    @Test(arguments: ["Docs/Missing.md", "Docs/Architecture.md#no-such-heading", "#no-such-heading"])
    func `a broken link is found`(_ link: String) throws {
        #expect(try !Self.leadsSomewhere(link, from: Self.root.appending(path: "README.md")))
    }

    /// The targets of the links of a page, without those to other sites and those in listings.
    private static func links(in page: URL) throws -> [String] {
        let text = try String(contentsOf: page, encoding: .utf8).replacing(/(?s)```.*?```/, with: "")
        return text.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }.filter { !$0.contains(/^[a-z]+:/) }
    }

    private static func leadsSomewhere(_ link: String, from page: URL) throws -> Bool {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let file = parts[0].isEmpty ? page : page.deletingLastPathComponent().appending(path: String(parts[0]))
        guard FileManager.default.fileExists(atPath: file.path) else { return false }
        guard parts.count == 2, file.pathExtension == "md" else { return true }
        return try anchors(of: file).contains(String(parts[1]))
    }

    /// The anchors of a page: named ones, and one for each heading in the form that GitHub uses.
    private static func anchors(of page: URL) throws -> Set<String> {
        let text = try String(contentsOf: page, encoding: .utf8)
        let named = text.matches(of: /<a id="([^"]+)">/).map { String($0.1) }
        let headings = text.matches(of: /(?m)^#+ (.*)$/).map { match in
            match.1.replacing(/\[([^\]]*)\]\([^)]*\)/, with: { $0.1 }).lowercased()
                .replacing(/[^\p{L}\p{N}_\- ]/, with: "").replacing(" ", with: "-")
        }
        return Set(named + headings)
    }
}
