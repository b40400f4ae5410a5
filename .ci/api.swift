import Foundation

/// Writes the public API of a module as text, from its symbol graphs, and finds what breaks between two texts.
@main enum API {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch arguments.first {
        case "text":
            let graphs = try arguments.dropFirst().filter { FileManager.default.fileExists(atPath: $0) }.map {
                try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: URL(filePath: $0)))
            }
            print(APIText(of: graphs).lines.joined(separator: "\n"))
        case "breaks":
            let paths = Array(arguments.dropFirst())
            let changelog = try Changelog(String(contentsOf: URL(filePath: paths[2]), encoding: .utf8))
            let base = try lines(of: paths[0])
            let code = try lines(of: paths[1])
            let unnamed = breaks(from: base, to: code).filter { !changelog.names($0, in: code) }
            for line in unnamed { print(line) }
            exit(unnamed.isEmpty ? 0 : 1)
        default:
            FileHandle.standardError.write(Data("usage: api text GRAPH… | api breaks BASE CODE CHANGELOG\n".utf8))
            exit(64)
        }
    }

    static func lines(of path: String) throws -> [String] {
        try String(contentsOf: URL(filePath: path), encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// The removed lines, and the new lines that break existing code: a requirement of a protocol without a default,
    /// and a case of an enum, because code switches over enums exhaustively.
    static func breaks(from base: [String], to code: [String]) -> [String] {
        let kept = Set(code)
        let gone = Set(base).subtracting(kept).filter { line in
            // A requirement that got a default breaks nothing.
            !kept.contains(line.replacing("  requirement ", with: "  requirement with a default: ", maxReplacements: 1))
        }
        let declared = Set(base.map(name(of:)))
        let demanding = kept.subtracting(base).filter { line in
            let declaration = line.dropFirst(name(of: line).count + 2)
            return declaration.hasPrefix("case ")
                || declaration.hasPrefix("requirement ") && !declaration.hasPrefix("requirement with a default: ")
        }.filter { declared.contains(parent(of: name(of: $0))) }
        return (gone.map { "- " + $0 } + demanding.map { "+ " + $0 }).sorted { $0.dropFirst(2) < $1.dropFirst(2) }
    }

    static func name(of line: String) -> String { line.components(separatedBy: "  ")[0] }

    static func parent(of name: String) -> String {
        let path = name.prefix { $0 != "(" }
        return path.lastIndex(of: ".").map { String(path[..<$0]) } ?? ""
    }
}

/// A symbol graph, as far as the text needs it.
struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
        struct Identifier: Decodable { let precise: String }
        struct Kind: Decodable { let identifier: String }
        struct Fragment: Decodable {
            let kind: String
            let spelling: String
        }
        struct Extension: Decodable {
            struct Constraint: Decodable { let kind: String, lhs: String, rhs: String }
            let constraints: [Constraint]?
        }

        let identifier: Identifier
        let kind: Kind
        let pathComponents: [String]
        let declarationFragments: [Fragment]?
        let swiftExtension: Extension?
    }

    struct Relationship: Decodable {
        let kind: String
        let source: String
        let target: String
        let targetFallback: String?
    }

    let symbols: [Symbol]
    let relationships: [Relationship]
}

/// The lines of a module: `NAME  DECLARATION` for each declaration, `NAME  : PROTOCOL` for each conformance.
struct APIText {
    let lines: [String]

    init(of graphs: [SymbolGraph]) {
        let symbols = graphs.flatMap(\.symbols).filter { symbol in
            !symbol.pathComponents.contains { $0.hasPrefix("_") }
        }
        let relationships = graphs.flatMap(\.relationships)
        let names = Dictionary(
            symbols.map { ($0.identifier.precise, $0.pathComponents.joined(separator: ".")) },
            uniquingKeysWith: { first, _ in first })
        let requirements = Set(relationships.filter { $0.kind == "requirementOf" }.map(\.source))
        let fulfilled = Set(relationships.filter { $0.kind == "defaultImplementationOf" }.map(\.target))

        var lines: Set<String> = []
        for symbol in symbols {
            var declaration = Self.text(of: symbol.declarationFragments ?? [])
            let constraints = (symbol.swiftExtension?.constraints ?? []).map {
                "\($0.lhs) \($0.kind == "sameType" ? "==" : ":") \($0.rhs)"
            }
            if !constraints.isEmpty { declaration += " [extension where \(constraints.joined(separator: ", "))]" }
            if requirements.contains(symbol.identifier.precise) {
                declaration =
                    (fulfilled.contains(symbol.identifier.precise) ? "requirement with a default: " : "requirement ")
                    + declaration
            }
            lines.insert(symbol.pathComponents.joined(separator: ".") + "  " + declaration)
        }
        // Every type conforms to these unless it suppresses the conformance.
        let implied: Set = ["Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype", "Swift.BitwiseCopyable"]
        for relationship in relationships where relationship.kind == "conformsTo" || relationship.kind == "inheritsFrom"
        {
            guard let name = names[relationship.source] else { continue }
            let target = names[relationship.target] ?? relationship.targetFallback ?? relationship.target
            if !implied.contains(target) { lines.insert("\(name)  : \(target)") }
        }
        self.lines = lines.sorted()
    }

    /// A declaration on one line, without the internal names of its parameters, which callers do not use.
    private static func text(of fragments: [SymbolGraph.Symbol.Fragment]) -> String {
        var text = ""
        for fragment in fragments {
            guard fragment.kind == "internalParam" else {
                text += fragment.spelling
                continue
            }
            if text.hasSuffix(" ") { text.removeLast() }
        }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

/// What the changelog's section "Unreleased" names in backticks, under "Changed", "Removed" and "Renamed".
struct Changelog {
    let named: Set<String>

    init(_ text: String) {
        var isUnreleased = false
        var isBreaking = false
        var named: Set<String> = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("## ") { isUnreleased = line.contains("Unreleased") }
            if line.hasPrefix("#") { isBreaking = ["### Changed", "### Removed", "### Renamed"].contains(line) }
            guard isUnreleased, isBreaking else { continue }
            for (index, part) in line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            where !index.isMultiple(of: 2) {
                named.insert(String(part))
            }
        }
        self.named = named
    }

    /// Whether the changelog names a break, or a removed declaration that the break mentions.
    func names(_ line: String, in code: [String]) -> Bool {
        let name = API.name(of: String(line.dropFirst(2)))
        if named.contains(name) || named.contains(String(name.prefix { $0 != "(" })) { return true }
        guard line.hasPrefix("- ") else { return false }
        let declared = Set(code.flatMap { Changelog.words(API.name(of: $0)) })
        let mentioned = Changelog.words(line)
        return named.contains { entry in
            let last = entry.prefix { $0 != "(" }.split(separator: ".").last.map(String.init) ?? entry
            return !declared.contains(last) && mentioned.contains(last)
        }
    }

    static func words(_ text: String) -> Set<String> {
        Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    }
}
