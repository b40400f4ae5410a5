import Nacre
import NacreRuntime
import NacreTool

/// The question at which position a condition begins to hold.
struct BisectQuestion: FormQuestion {
    static let kind = QuestionKind(
        name: "bisect", heading: "Bisect",
        sentence: "At which position does a condition on a read model or on a stream begin to hold?", button: "Find",
        headings: ListedAnswer.headings)

    private let given: Parameters
    private let stream: String?
    private let isAll: Bool
    private(set) var faults: [String] = []

    /// The condition; `nil` if none is given, or if it cannot be parsed.
    private var condition: BisectCondition?

    private var after: Position = 0
    private var until: Position?

    /// Reads the question.
    init(_ parameters: Parameters) {
        given = parameters
        stream = parameters.value("stream")
        isAll = parameters.value("all") == "true"
        if let text = parameters.value("when") {
            do throws(ConditionError) {
                condition = try BisectCondition(parsing: text, isOfStream: stream != nil)
            } catch {
                faults.append("Condition: \(quoted(text)) is not a condition: \(error.reason).")
            }
        }
        after = position("after", "Begin after position") ?? 0
        until = position("until", "End at position")
        if let until, until < after { faults.append("The end is position \(until), before the beginning, \(after).") }
    }

    var isAsked: Bool { given.value("when") != nil }

    var parameters: Parameters {
        var parameters = Parameters()
        parameters.add("when", given.value("when"))
        parameters.add("stream", stream)
        parameters.add("after", after > 0 ? "\(after)" : nil)
        parameters.add("until", until.map { "\($0)" })
        parameters.add("all", isAll ? "true" : nil)
        return parameters
    }

    var words: [String]? {
        var words = ["bisect"] + (given.value("when").map { [ShownCommand.option("when", $0)] } ?? [])
        if let stream { words.append(ShownCommand.option("stream", stream)) }
        if after > 0 { words.append(ShownCommand.option("after", "\(after)")) }
        if let until { words.append(ShownCommand.option("until", "\(until)")) }
        return words + (isAll ? ["--all"] : []) + ["--format", "ndjson"]
    }

    func hints(in inspector: Inspector) -> [String] {
        let name = Self.example(in: inspector)
        let names = inspector.runtime.models.names
        return [
            "Conditions are count(\(name)) > 1000, \(name)[\"KEY\"] for a row that exists, and \(name)[\"KEY\"].field = "
                + "\"x\" for a value of it; of a stream, field = \"x\" or lines[0].price >= 10. "
                + "A ! before it is the opposite.",
            names.isEmpty ? "This program has no projections." : "Projections: \(Figures.list(names)).",
        ]
    }

    func fields(in inspector: Inspector) -> [QuestionView.Group] {
        [
            QuestionView.Group(fields: [
                .text(
                    "when", "Condition", given.value("when"),
                    placeholder: "count(\(Self.example(in: inspector))) > 1000",
                    isWide: true),
                .text("stream", "On the state of this stream, or else on a read model", stream, placeholder: "order-7"),
                .text("after", "Begin after position", given.value("after"), placeholder: "0"),
                .text("until", "End at position", given.value("until"), placeholder: "the last one"),
                QuestionView.Field(
                    id: "all", name: "all", label: "Every change of the answer", value: "true", isCheck: true,
                    isChecked: isAll),
            ])
        ]
    }

    func check(in inspector: Inspector) async throws {
        let head = try await inspector.runtime.store.head()
        for position in [after, until ?? 0] where position > head {
            throw EventStoreError.noSuchPosition(position, head: head)
        }
        try await bisection(in: inspector, upTo: head)?.requireSubject()
    }

    func answer(_ answering: Answering, in inspector: Inspector) async throws {
        guard let bisection = bisection(in: inspector, upTo: answering.head) else { return }
        let findings = try await bisection.findings(isAll: isAll) { answering.progress("replaying", $0, of: $1) }
        for notice in findings.notices { answering.note(notice) }
        for change in findings.changes.prefix(Answering.mostRows) {
            answering.add(try await ListedAnswer(change, after: after, in: inspector.runtime.store))
        }
        answering.leaveOut(max(0, findings.changes.count - Answering.mostRows))
    }

    private func bisection(in inspector: Inspector, upTo head: Position) -> Bisection? {
        condition.map { condition in
            Bisection(
                condition, in: inspector.runtime, stream: stream.map { StreamName($0) }, after: after,
                until: until ?? head, tool: inspector.tool)
        }
    }

    private static func example(in inspector: Inspector) -> String { inspector.runtime.models.names.first ?? "NAME" }

    private mutating func position(_ name: String, _ label: String) -> Position? {
        given.value(name).flatMap { text in
            if let position = Position(text) { return position }
            faults.append("\(label): \(quoted(text)) is not a position: give a number from 0 on.")
            return nil
        }
    }
}
