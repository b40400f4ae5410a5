import Nacre
import NacreRuntime

extension Step {
    /// The maximum number of Unicode scalars of a value that is shown.
    private static let shownScalars = 200

    /// The event and what it changed as lines, safe for a terminal: changes first, marked by `~`, `+` or `-`.
    var lines: [String] {
        let actor = event.context.actor.map { "  actor \(TerminalText.cell($0))" } ?? ""
        let data = String(validating: event.data, as: UTF8.self)
        return [
            "position \(event.position)  version \(event.version)  \(event.time.cell)\(actor)",
            "\(TerminalText.line(event.type.words))  \(TerminalText.cell(event.stream.text))",
            data.map { "data " + TerminalText.cell($0, limit: Self.shownScalars) }
                ?? "data of \(event.data.count) bytes that are not text",
        ] + contentLines
    }

    private var contentLines: [String] {
        switch content {
        case .state(let state, .changes(let changes)):
            let changed = Set(changes.map(\.path))
            let others = (state?.fields() ?? []).filter { !changed.contains($0.path) }
            return (changes.isEmpty ? ["(changes nothing)"] : changes.map { $0.mark + $0.words })
                + others.map(Self.line)
        case .state(let state, .foreign):
            return ["(a type that the decider does not know)"] + (state?.fields() ?? []).map(Self.line)
        case .state(_, .undecodable(let reason)): return ["(cannot be decoded: \(TerminalText.line(reason)))"]
        case .state(_, .unknown): return ["(the state is not known)"]
        case .rows(let rows) where rows.isEmpty: return ["(changes no row)"]
        case .rows(let rows): return rows.map(Self.line)
        }
    }

    private static func line(_ field: (path: FieldPath, json: [UInt8])) -> String {
        let name = field.path.text.isEmpty ? "" : TerminalText.line(field.path.text) + ": "
        return "  " + name + TerminalText.json(field.json, limit: shownScalars)
    }

    private static func line(_ row: RowDifference) -> String {
        switch (row.before, row.after) {
        case (let before?, nil): "- " + TerminalText.line(before)
        case (nil, let after?): "+ " + TerminalText.line(after)
        case (let before, let after) where row.fields.isEmpty:
            "~ " + TerminalText.line("\(before ?? "") → \(after ?? "")")
        default: "~ " + TerminalText.cell(row.name ?? "-") + "  " + row.fields.map(\.words).joined(separator: ", ")
        }
    }
}

extension FieldDifference {
    fileprivate var mark: String { before == nil ? "+ " : after == nil ? "- " : "~ " }
}
