import NacreRuntime
import NacreTool

/// The question which events the rules of the program refuse.
struct RulesQuestion: FormQuestion {
    static let kind = QuestionKind(
        name: "rules", heading: "Rules",
        sentence: "Which events do the rules of this program refuse in the state before them?",
        button: "Check all events", buttonName: "asked",
        headings: RuleFinding.headings)

    let isAsked: Bool
    let faults: [String] = []

    /// Reads the question.
    init(_ parameters: Parameters) {
        isAsked = parameters.value("asked") == "1"
    }

    var parameters: Parameters {
        var parameters = Parameters()
        parameters.add("asked", isAsked ? "1" : nil)
        return parameters
    }

    var words: [String]? { ["verify", "--rules", "--format", "ndjson"] }

    func fields(in inspector: Inspector) -> [QuestionView.Group] { [] }

    func check(in inspector: Inspector) async throws {}

    func answer(_ answering: Answering, in inspector: Inspector) async throws {
        let summary = try await inspector.runtime.checkRules(
            progress: { answering.progress("judging", $0, of: $1) },
            report: { answering.add(RuleFinding.refused($0, $1)) })
        for events in summary.unjudged { answering.add(RuleFinding.notJudged(events)) }
        answering.note(summary.text)
    }
}
