import DocumentationPages

/// A Swift file in which the listings of pages are looked for.
struct CompiledFile {
    let path: String

    /// The lines that are not blank, without indentation.
    let lines: [Substring]

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n").map(\.withoutIndentation).filter { !$0.isEmpty }
    }

    /// How many lines of a listing are in the file, before the first one that is missing.
    ///
    /// An import may be anywhere in the file. The other lines follow each other, except where an elision leaves lines
    /// out: a comment that begins with an ellipsis.
    func count(of listing: Listing) -> Int {
        var found = 0
        var place = 0
        var rest = listing.lines[...]
        while let line = rest.first {
            let length: Int
            if line.text.hasPrefix("import ") {
                guard lines.contains(line.text) else { return found }
                length = 1
            } else if line.text.hasPrefix("// …") {
                length = 1
            } else {
                let part = rest.prefix { !$0.text.hasPrefix("// …") }
                let best = longestMatch(of: part, from: place)
                guard best.length == part.count else { return found + best.length }
                place = best.end
                length = part.count
            }
            found += length
            rest = rest.dropFirst(length)
        }
        return found
    }

    /// How many of some lines follow each other in the file, and where they end.
    private func longestMatch(of part: ArraySlice<Listing.Line>, from place: Int) -> (length: Int, end: Int) {
        var best = (length: 0, end: place)
        for start in lines.indices.dropFirst(place) {
            let length = zip(part, lines[start...]).prefix { $0.text == $1 }.count
            if length > best.length { best = (length, start + length) }
            if length == part.count { break }
        }
        return best
    }
}

extension Listing {
    /// What is wrong with a listing that no file contains: the first line that is missing in the file with most of it.
    func mismatch(in files: [CompiledFile]) -> String? {
        let counts = files.map { (file: $0, count: $0.count(of: self)) }
        guard let best = counts.max(by: { $0.count < $1.count }) else { return "\(page):\(number): no compiled files" }
        guard best.count < lines.count else { return nil }
        let missing = lines[best.count]
        // Without a line before it, no file is nearer than the others.
        let place = best.count == 0 ? "in no compiled file" : "missing in \(best.file.path)"
        return "\(page):\(missing.number): \(place): \(missing.text)"
    }
}
