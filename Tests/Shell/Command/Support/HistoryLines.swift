import Foundation
import Testing
import ToolTesting

/// The lines of a history, folded without the program: what its answers are compared with.
struct HistoryLines {
    struct Line {
        let position: Int
        let id: String
        let stream: String
        let type: String
        let time: String
        let text: String
        let data: [String: Any]
        let metadata: [String: Any]

        var actor: String? { metadata["actor"] as? String }
        var correlation: String? { metadata["correlationId"] as? String }
        var causation: String? { metadata["causationId"] as? String }
        var name: String? { data["name"] as? String }

        /// The data and the metadata, as they are written.
        var content: Substring { text.range(of: #""data":"#).map { text[$0.upperBound...] } ?? "" }
    }

    let lines: [Line]

    /// The lines of a history, and a store that holds it and nothing else.
    static func imported(_ path: String) async throws -> (history: HistoryLines, store: CommandLineStore) {
        let store = try CommandLineStore()
        try await store.output("import", path)
        return (try HistoryLines(path), store)
    }

    init(_ path: String = Fixture.history) throws {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        lines = try text.split(separator: "\n").enumerated().map { index, text in
            guard let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
                let id = object["id"] as? String, let stream = object["stream"] as? String,
                let type = object["type"] as? String, let time = object["time"] as? String
            else { throw CocoaError(.fileReadCorruptFile) }
            return Line(
                position: index + 1, id: id, stream: stream, type: type, time: time, text: String(text),
                data: object["data"] as? [String: Any] ?? [:], metadata: object["metadata"] as? [String: Any] ?? [:])
        }
    }

    /// The number of lines by a value, of those that satisfy a condition.
    func counts(where condition: (Line) -> Bool = { _ in true }, _ value: (Line) -> String?) -> [String?: Int] {
        lines.filter(condition).reduce(into: [:]) { counts, line in counts[value(line), default: 0] += 1 }
    }

    /// At most so many elements, evenly spread, because each question is a process.
    static func sample<Element>(_ count: Int, of elements: [Element]) -> [Element] {
        stride(from: 0, to: elements.count, by: max(1, elements.count / count)).map { elements[$0] }
    }

    /// The positions of the lines that satisfy a condition.
    func positions(_ condition: (Line) -> Bool) -> [Int] { lines.filter(condition).map(\.position) }
}
