/// A fenced block of code on a page, or in the doc comments of a source file.
package struct Listing {
    /// A line with its number in the file.
    package struct Line {
        package let number: Int
        package let text: Substring

        package init(number: Int, text: Substring) {
            self.number = number
            self.text = text
        }
    }

    /// The path of the file from the root of the package.
    package let page: String

    /// The number of the line with the opening fence.
    package let number: Int

    /// The language behind the opening fence.
    package let language: Substring

    /// The lines that are not blank, without indentation.
    package let lines: [Line]

    /// Creates a listing from its parts.
    package init(page: String, number: Int, language: Substring, lines: [Line]) {
        self.page = page
        self.number = number
        self.language = language
        self.lines = lines
    }

    /// The listings of a file of the package.
    package static func all(of path: String) throws -> [Listing] {
        let text = try DocumentationPage.text(of: path)
        return path.hasSuffix(".swift") ? all(inCommentsOf: text, path: path) : all(in: text, page: path)
    }

    /// The listings in the doc comments of a source.
    ///
    /// A fence without a language opens Swift code, as in DocC.
    package static func all(inCommentsOf source: String, path: String) -> [Listing] {
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let line = line.withoutIndentation
            return line.hasPrefix("///") ? line.dropFirst(3) : ""
        }
        return all(in: lines.joined(separator: "\n"), page: path).map { listing in
            guard listing.language.isEmpty else { return listing }
            return Listing(page: path, number: listing.number, language: "swift", lines: listing.lines)
        }
    }

    /// The listings of a text.
    package static func all(in text: String, page: String) -> [Listing] {
        var listings: [Listing] = []
        var open: (number: Int, language: Substring, lines: [Line])?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = Line(number: index + 1, text: line.withoutIndentation)
            if line.text.hasPrefix("```"), let listing = open {
                listings.append(
                    Listing(page: page, number: listing.number, language: listing.language, lines: listing.lines))
                open = nil
            } else if line.text.hasPrefix("```") {
                open = (line.number, line.text.drop { $0 == "`" || $0 == " " }, [])
            } else if !line.text.isEmpty {
                open?.lines.append(line)
            }
        }
        return listings
    }

    /// The README, the pages of `Docs`, and the articles of the modules.
    package static let pages: [String] = {
        let pages = DocumentationPage.files(in: "Docs") + DocumentationPage.files(in: "Sources")
        return ["README.md"]
            + pages.filter { $0.hasSuffix(".md") && ($0.hasPrefix("Docs/") || $0.contains(".docc/")) }
    }()

    /// The sources with listings in their doc comments.
    package static let sources: [String] = DocumentationPage.files(in: "Sources").filter { path in
        guard path.hasSuffix(".swift"), let listings = try? all(of: path) else { return false }
        return !listings.isEmpty
    }
}

extension Substring {
    /// The text without white space at its ends.
    package var withoutIndentation: Substring {
        let text = drop { $0 == " " }
        guard let last = text.lastIndex(where: { $0 != " " }) else { return text[text.endIndex...] }
        return text[...last]
    }
}
