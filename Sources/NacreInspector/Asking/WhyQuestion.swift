import Nacre
import NacreRuntime
import NacreTool

/// The question which events made an append fail.
struct WhyQuestion: FormQuestion {
    static let kind = QuestionKind(
        name: "why", heading: "Why", sentence: "Which events made an append fail?", button: "Explain",
        headings: [AnswerHeading(text: "Rule", isNumber: true)] + RefusalExplanation.Row.headings)

    private let token: String?
    private(set) var faults: [String] = []

    /// What the token has; `nil` if none is given, or if it is none.
    private var content: RefusalToken.Content?

    /// Reads the question.
    init(_ parameters: Parameters) {
        token = parameters.value("refusal")
        guard let token else { return }
        do throws(CommandError) {
            content = try RefusalToken.content(of: token)
        } catch {
            faults.append("Token: \(error).")
        }
    }

    var isAsked: Bool { token != nil }

    var parameters: Parameters {
        var parameters = Parameters()
        parameters.add("refusal", token)
        return parameters
    }

    var words: [String]? { token.map { ["why", $0, "--format", "ndjson"] } }

    func hints(in inspector: Inspector) -> [String] {
        ["An append that is refused because of other events ends with a token, which names positions of this store."]
    }

    func fields(in inspector: Inspector) -> [QuestionView.Group] {
        [QuestionView.Group(fields: [.text("refusal", "Token of the refused append", token, isWide: true)])]
    }

    func check(in inspector: Inspector) async throws {
        _ = try await explanation(in: inspector)
    }

    func answer(_ answering: Answering, in inspector: Inspector) async throws {
        guard let explanation = try await explanation(in: inspector) else { return }
        var (phase, end): (String, Position) = ("", 0)
        try await explanation.forEachRow { rule, number in
            answering.note("Rule \(number): \(rule.words)")
            (phase, end) = ("reading what rule \(number) is about", rule.end)
        } _: { row in
            guard let event = row.event else { return }
            answering.progress(phase, event.position, of: end)
            answering.add(row, after: [AnswerCell(text: "\(row.rule)", isNumber: true)])
        }
    }

    private func explanation(in inspector: Inspector) async throws -> RefusalExplanation? {
        guard let content else { return nil }
        do {
            return try await RefusalExplanation(of: content, in: inspector.runtime.store, at: inspector.path)
        } catch let error as FileError where error.code == .noSuchFile {
            throw InspectorError(status: 400, title: "This cannot be shown", detail: error.message)
        }
    }
}
