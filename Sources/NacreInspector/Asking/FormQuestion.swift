/// A question that a form asks.
protocol FormQuestion: Sendable {
    static var kind: QuestionKind { get }

    /// What the answer depends on, in a fixed order and without empty values: equal questions have equal parameters.
    var parameters: Parameters { get }

    /// Whether enough is given to ask.
    var isAsked: Bool { get }

    /// What is wrong with the given values, for people.
    var faults: [String] { get }

    /// The words of the command that prints the same as JSON; `nil` if no command can ask it.
    var words: [String]? { get }

    /// What may be given, a sentence each.
    func hints(in inspector: Inspector) -> [String]

    /// The fields of the form, with their values.
    func fields(in inspector: Inspector) -> [QuestionView.Group]

    /// Looks up what the question names, as far as that takes no pass over the log.
    ///
    /// - Parameter inspector: The inspector.
    /// - Throws: What is wrong with the question; errors of the store.
    func check(in inspector: Inspector) async throws

    /// Answers the question.
    ///
    /// - Parameters:
    ///   - answering: What becomes of the answer.
    ///   - inspector: The inspector.
    /// - Throws: Why there is no answer.
    func answer(_ answering: Answering, in inspector: Inspector) async throws
}

extension FormQuestion {
    /// None.
    func hints(in inspector: Inspector) -> [String] { [] }

    /// The address of the answer.
    var address: String { Address.ask(Self.kind) + parameters.query }

    /// The question, to be asked.
    func question(in inspector: Inspector) -> Question {
        Question(address: address, headings: Self.kind.headings) { answering in
            try await answer(answering, in: inspector)
        }
    }
}
