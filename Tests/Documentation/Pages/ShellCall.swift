/// A call of a program in a shell listing.
package struct ShellCall: CustomStringConvertible {
    /// Where it is: the path of the page and the number of the line.
    package let place: String

    /// The words of the call, without quotes: the program and its arguments.
    package let words: [String]

    package init(place: String, words: [String]) {
        self.place = place
        self.words = words
    }

    package var description: String { "\(place): \(words.joined(separator: " "))" }

    /// The calls in the shell listings of all pages.
    package static func all() throws -> [ShellCall] {
        try Listing.pages.flatMap { page in
            Listing.all(in: try DocumentationPage.text(of: page), page: page).filter { $0.language == "sh" }
                .flatMap(calls)
        }
    }

    /// The calls of a listing.
    package static func calls(in listing: Listing) -> [ShellCall] {
        var calls: [ShellCall] = []
        // The preceding lines that a backslash joins to this one.
        var open: (number: Int, text: String)?
        for line in listing.lines {
            let (number, text) = (open?.number ?? line.number, (open?.text ?? "") + line.text)
            guard !text.hasSuffix("\\") else {
                open = (number, text.dropLast() + " ")
                continue
            }
            open = nil
            calls += words(of: text).map { ShellCall(place: "\(listing.page):\(number)", words: $0) }
        }
        return calls
    }

    /// The arguments of a call of a program, directly or by `swift run`; `nil` for another program.
    package func arguments(of program: String) -> [String]? {
        if words.first?.split(separator: "/").last == program[...] { return Array(words.dropFirst()) }
        guard words.starts(with: ["swift", "run"]), let index = words.firstIndex(of: program) else { return nil }
        return Array(words[(index + 1)...])
    }

    /// The words of each call of a line, without assignments before it, redirections and a comment.
    private static func words(of line: String) -> [[String]] {
        var calls: [[String]] = [[]]
        var word: String?
        var quote: Character?
        func end() {
            guard let ended = word else { return }
            word = nil
            if ["&&", "||", "|", ";"].contains(ended) {
                calls.append([])
            } else if calls[calls.endIndex - 1].isEmpty, ended.contains(/^[A-Z_]+=/) || ended == "export" {
                // An assignment before the program is not part of the call.
            } else {
                calls[calls.endIndex - 1].append(ended)
            }
        }
        for character in line {
            if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if quote == nil, character == " " {
                end()
            } else if quote == nil, character == "#", word == nil {
                break
            } else {
                word = (word ?? "") + String(character)
            }
        }
        end()
        return calls.map { Array($0.prefix { !$0.contains(/^[0-9]*[<>]/) }) }.filter { !$0.isEmpty }
    }
}
