import Foundation
import Testing

/// A page of `Docs`, with its listings.
struct DocumentationPage {
    let text: String

    /// The root of the package.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    init(_ path: String) throws { text = try Self.text(of: path) }

    init(text: String) { self.text = text }

    /// The text of a file of the package.
    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The listings behind a line with nothing but the path of a file and a colon, with these paths.
    var files: [(path: String, listing: String)] {
        text.matches(of: /\n`([^`\n]+)`:\n\n```[a-z]+\n/).map { heading in
            let listing = text[heading.range.upperBound...]
            let end = listing.range(of: "\n```\n").map { listing.index(after: $0.lowerBound) }
            return (String(heading.1), String(listing[..<(end ?? listing.endIndex)]))
        }
    }

    /// The first Swift listing behind some words.
    func listing(behind words: String) throws -> String {
        let part = try #require(text.components(separatedBy: words).dropFirst().first)
        return try #require(
            part.components(separatedBy: "```swift\n").dropFirst().first?.components(separatedBy: "```\n").first)
    }
}
