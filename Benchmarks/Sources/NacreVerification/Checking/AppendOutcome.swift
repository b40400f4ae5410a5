package import Nacre

/// The outcome of an append call.
package enum AppendOutcome: Hashable, Sendable, Codable {
    /// It was accepted, with these positions, and these stream versions, in the order of the commit's streams.
    case accepted(positions: [Position], versions: [StreamVersion], isRepeat: Bool)

    /// It was refused because these of its rules were broken.
    case refused([BrokenRule])

    /// It was refused because its ids are recorded with other contents.
    case mismatched

    /// It was not written, because its caller had cancelled it.
    case withdrawn

    /// It ended otherwise, for this reason.
    case failed(String, mayBeWritten: Bool)
}

/// A commit's rule that a refusal names.
package enum BrokenRule: Hashable, Sendable, Codable {
    case expectation(AppendAttempt.Guarded, actual: StreamVersion)
    case check(AppendAttempt.Guarded, actual: StreamVersion)

    /// The index of the condition, and the first event that breaks it.
    case condition(index: Int, position: Position)

    /// A rule that the commit does not have.
    case unknown(String)
}

extension AppendOutcome {
    package init(_ result: AppendResult) {
        self = .accepted(
            positions: result.positions, versions: result.streams.map(\.version), isRepeat: result.wasAlreadyCommitted)
    }

    /// The outcome of an append that threw.
    ///
    /// - Parameters:
    ///   - error: Its error.
    ///   - words: What a failure that is no refusal is called.
    package init(_ error: any Error, in words: (any Error) -> String) {
        guard let error = error as? EventStoreError else {
            // Only after a cancellation is it certain that nothing was written.
            self = error is CancellationError ? .withdrawn : .failed(words(error), mayBeWritten: true)
            return
        }
        switch error.code {
        case .conflict: self = .refused(error.violations.map(BrokenRule.init))
        case .idempotencyMismatch: self = .mismatched
        case .invalidArgument: self = .failed("\(error)", mayBeWritten: false)
        default: self = .failed(words(error), mayBeWritten: error.outcome != .notWritten)
        }
    }
}

extension BrokenRule {
    init(_ violation: Violation) {
        switch violation {
        case .expectation(let stream, let expected, let actual):
            self = Self.guarded(stream, expected, violation) { .expectation($0, actual: actual) }
        case .check(let stream, let expected, let actual):
            self = Self.guarded(stream, expected, violation) { .check($0, actual: actual) }
        case .condition(let index, _, let conflict):
            self = .condition(index: index, position: conflict.position)
        }
    }

    private static func guarded(
        _ stream: StreamName, _ expected: Expectation, _ violation: Violation,
        _ rule: (AppendAttempt.Guarded) -> BrokenRule
    ) -> BrokenRule {
        guard let number = stream.text.split(separator: "-").last.flatMap({ Int($0) }),
            EventShape.streamName(number) == stream
        else { return .unknown("\(violation)") }
        return rule(AppendAttempt.Guarded(number, expected))
    }
}
