public import DomainKit

extension InMemorySecretStore {
    struct Answer {
        let request: RepeatableRequest
        let bytes: [UInt8]
        let expiresAt: Instant
    }

    /// What is kept under the identity of a request.
    public func answer(to request: RepeatableRequest, at time: Instant) -> KeptAnswer? {
        let answers = answersWithoutAccount + entries.values.flatMap(\.answers)
        guard let found = answers.first(where: { $0.request.identity == request.identity }), time < found.expiresAt
        else { return nil }
        return found.request.body == request.body ? .answer(found.bytes) : .otherRequest
    }

    /// Keeps the answer to a request.
    public func keep(
        _ answer: [UInt8], to request: RepeatableRequest, of account: AccountID?, until expiry: Instant
    ) {
        filterAnswers { $0.request.identity != request.identity }
        let kept = Answer(request: request, bytes: answer, expiresAt: expiry)
        if let account {
            change(account) { $0.answers = ($0.answers + [kept]).suffix(AnswerLimits.perAccount) }
        } else {
            answersWithoutAccount = (answersWithoutAccount + [kept]).suffix(AnswerLimits.withoutAccount)
        }
    }

    /// Keeps the answers that meet a condition, and no others.
    func filterAnswers(_ isKept: (Answer) -> Bool) {
        answersWithoutAccount = answersWithoutAccount.filter(isKept)
        for id in entries.keys { change(id) { $0.answers = $0.answers.filter(isKept) } }
    }
}
