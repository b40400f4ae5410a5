import Nacre
import NacreRuntime
import NacreTool

extension Inspector {
    /// How long a page waits for an answer before it shows how far the work is.
    private static let patience = Duration.milliseconds(300)

    /// The answer to a question, as it is rendered.
    ///
    /// - Parameters:
    ///   - question: The question, which is asked if its answer is not known.
    ///   - check: Called before it is asked; throws what is wrong with it.
    /// - Returns: The answer, or how far it is.
    /// - Throws: ``InspectorError`` if too many questions are being answered; errors of the store and of `check`.
    func answer(to question: Question, checking check: () async throws -> Void = {}) async throws -> AnswerView {
        let answering: Answering
        if let known = await questions.answering(at: question.address) {
            answering = known
        } else {
            try await check()
            answering = try await questions.answer(to: question, at: try await runtime.store.head())
        }
        try await answering.wait(upTo: Self.patience)
        return AnswerView(answering, to: question, at: try await runtime.store.head())
    }

    /// Ends the work on a question, and leads to what was found.
    func cancel(_ parameters: Parameters) async throws -> InspectorAnswer {
        let address = try questionAddress(parameters)
        await questions.cancel(address)
        return .redirect(to: address)
    }

    /// Asks a question again.
    func again(_ parameters: Parameters) async throws -> InspectorAnswer {
        let address = try questionAddress(parameters)
        await questions.forget(address)
        return .redirect(to: address)
    }

    private func questionAddress(_ parameters: Parameters) throws -> String {
        guard let address = parameters.value("at"), address.hasPrefix("/"), !address.hasPrefix("//"),
            !address.contains("\\")
        else { throw InspectorError.noSuchPage }
        return address
    }
}
