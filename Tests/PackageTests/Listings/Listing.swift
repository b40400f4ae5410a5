import Foundation

/// A fenced block of code on a page.
struct Listing {
    /// A line with its number on the page.
    struct Line {
        let number: Int
        let text: Substring
    }

    /// The path of the page from the root of the package.
    let page: String

    /// The number of the line with the opening fence.
    let number: Int

    /// The language behind the opening fence.
    let language: Substring

    /// The lines that are not blank, without indentation.
    let lines: [Line]

    /// The listings of a text.
    static func all(in text: String, page: String) -> [Listing] {
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
    static let pages: [String] = {
        let pages = DocumentationPage.files(in: "Docs") + DocumentationPage.files(in: "Sources")
        return ["README.md"]
            + pages.filter { $0.hasSuffix(".md") && ($0.hasPrefix("Docs/") || $0.contains(".docc/")) }
    }()
}

extension Substring {
    /// The text without white space at its ends.
    var withoutIndentation: Substring {
        let text = drop { $0 == " " }
        guard let last = text.lastIndex(where: { $0 != " " }) else { return text[text.endIndex...] }
        return text[...last]
    }
}

extension DocumentationPage {
    /// The paths of the files below a folder of the package, in order, without those of builds.
    static func files(in folder: String) -> [String] {
        let found = FileManager.default.enumerator(atPath: root.appending(path: folder).path())
        let names = found?.compactMap { $0 as? String } ?? []
        return names.filter { !$0.contains(".build/") }.sorted().map { "\(folder)/\($0)" }
    }
}
