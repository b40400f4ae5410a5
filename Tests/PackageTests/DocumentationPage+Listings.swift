import DocumentationPages
import Testing

extension DocumentationPage {
    /// The listings behind a line with nothing but the path of a file and a colon, with these paths.
    var files: [(path: String, listing: String)] {
        text.matches(of: /\n`([^`\n]+)`:\n\n```[a-z]+\n/).map { heading in
            let listing = text[heading.range.upperBound...]
            let end = listing.firstRange(of: "\n```\n").map { listing.index(after: $0.lowerBound) }
            return (String(heading.1), String(listing[..<(end ?? listing.endIndex)]))
        }
    }

    /// The first Swift listing behind some words.
    func listing(behind words: String) throws -> String {
        let part = try #require(text.firstRange(of: words).map { text[$0.upperBound...] })
        let start = try #require(part.firstRange(of: "```swift\n")?.upperBound)
        let end = try #require(part[start...].firstRange(of: "```\n")?.lowerBound)
        return String(part[start..<end])
    }
}
