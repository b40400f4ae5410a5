import DocumentationPages
import Foundation
import Testing

/// The pages that show the tutorial as listings.
@Suite struct TutorialPageTests {
    /// Each page with the folder whose files it shows.
    private static let pages = [
        ("Docs/AddingAFeature.md", "Tests/Tutorial/Notes"), ("Docs/AWholeApplication.md", "Tests/Tutorial/Bank"),
    ]

    @Test(arguments: pages)
    func `the listings of a page are the files that it names`(page: String, folder: String) throws {
        let files = try DocumentationPage(page).files
        try #require(files.count > 10)
        for (path, listing) in files { #expect(try DocumentationPage.text(of: path) == listing, "\(path)") }
    }

    @Test(arguments: pages)
    func `a page shows every file of its folder once`(page: String, folder: String) throws {
        let root = DocumentationPage.root.appending(path: folder).path()
        let found = try #require(FileManager.default.enumerator(atPath: root))
        let files = found.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".txt") }
        #expect(files.map { "\(folder)/\($0)" }.sorted() == (try DocumentationPage(page).files.map(\.path).sorted()))
    }

    @Test func `a listing begins after a line with its path, and ends at the fence`() {
        let page = DocumentationPage(
            text: """
                # Page

                `A/B.swift`:

                ```swift
                /// ```
                let a = 1
                ```

                `C.txt`:

                ```text
                c
                ```

                `D`: no listing

                """)
        #expect(page.files.map(\.path) == ["A/B.swift", "C.txt"])
        #expect(page.files.map(\.listing) == ["/// ```\nlet a = 1\n", "c\n"])
    }

    @Test func `the manifest of the whole application is the tutorial's without the notes`() throws {
        var manifest = try DocumentationPage.text(of: "Tests/Tutorial/Package.swift")
        func replace(from start: String, upTo end: String, with text: String) throws {
            let first = try #require(manifest.range(of: start)?.lowerBound)
            let last = try #require(manifest.range(of: end, range: first..<manifest.endIndex)?.lowerBound)
            manifest.replaceSubrange(first..<last, with: text)
        }
        try replace(from: "// A package like any user's", upTo: "let strict", with: "")
        try replace(from: "        // Notes:", upTo: "        // A bank:", with: "")
        try replace(from: "        // A bank:", upTo: "        .target", with: "")
        try replace(from: "name: \"tutorial\"", upTo: ",\n", with: "name: \"bank\"")
        try replace(
            from: "        nacre,\n", upTo: "        .package(url: \"https://github.com/apple/swift-log",
            with: "        .package(url: \"https://github.com/nacre/nacre\", branch: \"main\", traits: [\"All\"]),\n")
        #expect(try DocumentationPage("Docs/AWholeApplication.md").listing(behind: "## 1.") == manifest)
    }
}
