import Foundation

/// Finds the places of a source file that can be changed.
///
/// It relies on formatted Swift: an operator is between spaces, a statement on one line
/// ends with the line. String literals and comments are skipped.
struct MutationSearch {
    private let path: String
    private let lines: [String]
    /// The lines without string literals and comments.
    private let code: [String]
    private(set) var found: [Mutation] = []

    init(path: String, source: String) {
        self.path = path
        lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var isInText = false
        code = lines.map { line in
            defer { if line.contains("\"\"\"") { isInText.toggle() } }
            return isInText || line.contains("\"\"\"") ? "" : Self.code(of: line)
        }
        for index in lines.indices {
            searchOperators(index)
            searchStatements(index)
        }
    }

    /// The replacements of an operator between two spaces.
    private static let operators: [(old: String, new: String, kind: Mutation.Kind)] = [
        ("<", "<=", .bound), ("<=", "<", .bound), (">", ">=", .bound), (">=", ">", .bound),
        ("==", "!=", .comparison), ("!=", "==", .comparison), ("&&", "||", .logic), ("||", "&&", .logic),
    ]

    private mutating func searchOperators(_ index: Int) {
        let text = code[index]
        let bytes = Array(text.utf8)
        // Operator declarations and generic requirements are skipped.
        if text.contains("func ") || text.contains("where ") || text.contains("#if") { return }
        for (old, new, kind) in Self.operators {
            for place in bytes.places(of: " \(old) ") {
                guard !bytes[(place + old.utf8.count + 2)...].starts(with: "nil".utf8) else { continue }
                add(kind, index, place + 1, old, new)
            }
        }
        for (old, new) in [("+ 1", "+ 0"), ("- 1", "- 0"), ("&+ 1", "&+ 0"), ("&- 1", "&- 0")] {
            for place in bytes.places(of: " \(old)") {
                let next = place + old.utf8.count + 1
                guard next == bytes.count || !bytes[next].isPartOfName && bytes[next] != UInt8(ascii: "<") else {
                    continue
                }
                add(.bound, index, place + 1, old, new)
            }
        }
        for place in bytes.places(of: "..<") where place > 0 && place + 3 < bytes.count {
            guard bytes[place - 1].endsOperand, bytes[place + 3].beginsOperand else { continue }
            add(.bound, index, place, "..<", "..< one less")
        }
        for (old, new) in [("min(", "max("), ("max(", "min(")] {
            for place in bytes.places(of: old) where place > 0 {
                guard !bytes[place - 1].isPartOfName, bytes[place - 1] != UInt8(ascii: ".") else { continue }
                add(.bound, index, place, old, new)
            }
        }
    }

    private mutating func searchStatements(_ index: Int) {
        guard isWhole(index) else { return }
        let indentation = self.indentation(index)
        add(.omission, index, indentation, "the statement", "nothing")
        guard isWhole(index + 1), self.indentation(index + 1) == indentation else { return }
        add(.order, index, indentation, "the statement", "the next one, then this one")
    }

    private func indentation(_ index: Int) -> Int { lines[index].prefix { $0 == " " }.utf8.count }

    /// Whether a line is exactly one whole statement.
    private func isWhole(_ index: Int) -> Bool {
        guard index > 0, index + 1 < lines.count, isStatement(index) else { return false }
        let before = code[index - 1].trimmingCharacters(in: .whitespaces)
        let next = code[index + 1].trimmingCharacters(in: .whitespaces)
        let isBehindAnother =
            before.isEmpty || ["{", "}", ")", ":", " in"].contains { before.hasSuffix($0) } || isStatement(index - 1)
            || ["let ", "var ", "guard "].contains { before.hasPrefix($0) }
        return isBehindAnother && ![".", "+ ", "? ", "&& ", "|| "].contains { next.hasPrefix($0) }
    }

    /// Whether a line is a call or an assignment that ends with the line.
    private func isStatement(_ index: Int) -> Bool {
        let line = code[index].trimmingCharacters(in: .whitespaces)
        let call = #/(try |await |unsafe |_ = )*[A-Za-z_][A-Za-z0-9_.]*\(.*\)/#
        let assignment = #/(unsafe )?[A-Za-z_][A-Za-z0-9_.]*(\[[^\]]*\])? (=|\+=|-=|&\+=|\|=) [^{]*[^,{(]/#
        guard line.wholeMatch(of: call) != nil || line.wholeMatch(of: assignment) != nil else { return false }
        let others = ["precondition(", "assert(", "case ", "let ", "var ", "return", "static ", "private ", "public "]
        if others.contains(where: line.hasPrefix) { return false }
        return line.count { $0 == "(" } == line.count { $0 == ")" }
            && line.count { $0 == "[" } == line.count { $0 == "]" }
    }

    private mutating func add(_ kind: Mutation.Kind, _ index: Int, _ column: Int, _ old: String, _ new: String) {
        let text = distinctText(of: index)
        found.append(
            Mutation(kind: kind, path: path, line: index + 1, column: column, old: old, new: new, text: text))
    }

    /// A line without its indentation, with its ordinal among equal lines of the file.
    private func distinctText(of index: Int) -> String {
        let text = lines[index].trimmingCharacters(in: .whitespaces)
        let same = lines.indices.filter { lines[$0].trimmingCharacters(in: .whitespaces) == text }
        guard same.count > 1, let ordinal = same.firstIndex(of: index) else { return text }
        return "\(text) (\(ordinal + 1) of \(same.count))"
    }

    /// A line with underscores for string literals, and without its comment.
    private static func code(of line: String) -> String {
        var bytes = Array(line.utf8)
        var isText = false
        for index in bytes.indices {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                if index == 0 || bytes[index - 1] != UInt8(ascii: "\\") { isText.toggle() }
                bytes[index] = UInt8(ascii: "_")
            case UInt8(ascii: "/") where !isText && index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "/"):
                return String(decoding: bytes[..<index], as: UTF8.self)
            default: if isText { bytes[index] = UInt8(ascii: "_") }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension [UInt8] {
    /// The beginning of a string literal.
    fileprivate func places(of text: String) -> [Int] {
        let wanted = Array(text.utf8)
        guard count >= wanted.count else { return [] }
        return (0...count - wanted.count).filter { self[$0...].starts(with: wanted) }
    }
}

extension UInt8 {
    fileprivate var isPartOfName: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    fileprivate var endsOperand: Bool { isPartOfName || self == UInt8(ascii: ")") || self == UInt8(ascii: "]") }

    fileprivate var beginsOperand: Bool { isPartOfName || self == UInt8(ascii: "(") || self == UInt8(ascii: "$") }
}
