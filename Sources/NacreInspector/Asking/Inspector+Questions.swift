import NacreTool

extension Inspector {
    /// What can be asked, and what has been asked.
    func ask() async -> InspectorAnswer { page("Ask", .ask, AskPage(await questions.all)) }

    /// The form of a kind of question, with the answer if it is asked.
    ///
    /// - Parameters:
    ///   - name: The name of the kind.
    ///   - parameters: What is given.
    /// - Returns: The page.
    /// - Throws: ``InspectorError`` if there is no such kind, or too many questions are being answered; errors of the
    ///   store.
    func ask(_ name: String, _ parameters: Parameters) async throws -> InspectorAnswer {
        switch name {
        case BisectQuestion.kind.name: try await show(BisectQuestion(parameters), parameters)
        case WhatIfQuestion.kind.name: try await show(WhatIfQuestion(parameters), parameters)
        case WhyQuestion.kind.name: try await show(WhyQuestion(parameters), parameters)
        case RulesQuestion.kind.name: try await show(RulesQuestion(parameters), parameters)
        default: throw InspectorError.noSuchPage
        }
    }

    private func show(_ question: some FormQuestion, _ given: Parameters) async throws -> InspectorAnswer {
        var (faults, answer): ([String], AnswerView?) = (question.faults, nil)
        if question.isAsked, faults.isEmpty {
            // A form sends empty fields, too: the answer has one address.
            guard given == question.parameters else { return .redirect(to: question.address) }
            do {
                answer = try await self.answer(to: question.question(in: self)) { try await question.check(in: self) }
            } catch {
                let problem = InspectorError(error)
                guard problem.status < 500 else { throw error }
                faults.append(problem.detail)
            }
        }
        let view = QuestionView(question, in: self, faults: faults, answer: answer)
        return page(
            view.heading, .question, view, isUnderWay: answer?.isRunning == true,
            status: faults.isEmpty ? answer?.status ?? 200 : 400)
    }
}
