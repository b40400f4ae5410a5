import DocumentationPages
import Foundation
import Testing

@Suite struct AddingAFeatureTests {
    private let page: DocumentationPage

    init() throws { page = try DocumentationPage("Docs/AddingAFeature.md") }

    @Test(arguments: ["In `Package.swift`", "The manifest defines"])
    func `the parts of the manifest that the page shows are in the package`(words: String) throws {
        let manifest = try DocumentationPage.text(of: "Tests/Tutorial/Package.swift")
        let lines = manifest.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.drop { $0 == " " }
        }
        let shown = try page.listing(behind: words).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map { $0.drop { $0 == " " } }
        try #require(shown.count > 5)
        #expect(lines.contains(shown))
    }

    @Test func `each line that wires the tutorial's feature wires items or profiles, too`() throws {
        let application = try DocumentationPage.text(of: "Sources/Shell/Application/Application.swift")
        let lines = try page.listing(behind: "## 8.").split(separator: "\n")
        try #require(lines.count > 3)
        for line in lines {
            // What else is passed differs between features.
            let ends = ["UseCases(", "Repository(", "projection.name"]
            let end = ends.lazy.compactMap { line.range(of: $0)?.upperBound }.first
            let shared = end.map { String(line[..<$0]) } ?? "\(line)\n"
            let wired = [("Item", "item"), ("Profile", "profile")].map { capital, small in
                "        \(shared.replacing("Note", with: capital).replacing("note", with: small))"
            }
            #expect(wired.contains { application.contains($0) }, "\(line)")
        }
    }
}
