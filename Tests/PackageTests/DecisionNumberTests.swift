import Foundation
import Testing

/// Comments in the sources name decisions, as `// APP-01: One writer thread …` does, and `Docs/Decisions` explains them.
@Suite struct DecisionNumberTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The titles of the decisions by number.
    private static let titles: [String: String] = {
        var titles: [String: String] = [:]
        for text in texts(in: "Docs/Decisions", ending: ".md").values {
            for match in text.matches(of: /(?m)^## ([A-Z]+-\d+): (.*)$/) {
                titles[String(match.1)] = String(match.2)
            }
        }
        return titles
    }()

    @Test func `every decision that a comment names exists with that title`() {
        var wrong: [String] = []
        var named: Set<String> = []
        let sources = ["Sources", "Benchmarks/Sources", "Benchmarks/Micro/Sources"]
        for (path, text) in sources.flatMap({ Self.texts(in: $0, ending: ".swift") }) {
            for match in text.matches(of: /(?m)^ *\/\/ ([A-Z]+-\d\d): (.*)$/) {
                let (number, line) = (String(match.1), match.2)
                named.insert(number)
                // A title longer than a line continues in the next one.
                let start = line.hasSuffix(".") ? line.dropLast() : line
                guard Self.titles[number]?.hasPrefix(start) != true else { continue }
                wrong.append("\(path): \(number) is \"\(Self.titles[number] ?? "no decision")\"")
            }
        }
        #expect(wrong == [])
        #expect(named.count > 100)
    }

    private static func texts(in folder: String, ending: String) -> [String: String] {
        let folder = root.appending(path: folder)
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(ending) }.reduce(into: [:]) { texts, name in
            texts[name] = try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
        }
    }
}
