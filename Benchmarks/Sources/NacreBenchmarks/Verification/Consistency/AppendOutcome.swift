import Nacre

/// What a call of an append came to.
enum AppendOutcome: Hashable, Sendable, Codable {
    /// It was accepted, with these positions, and these versions of the streams in the order in which it names them.
    case accepted(positions: [Position], versions: [StreamVersion], isRepeat: Bool)

    /// It was refused, because of these rules of its own.
    case refused([BrokenRule])

    /// It was refused, because its ids are recorded with something else.
    case mismatched

    /// It was not taken, because its caller had withdrawn it.
    case withdrawn

    /// It ended otherwise, in the words of ``DiskFailure/words(_:during:)``.
    case failed(String, mayBeWritten: Bool)
}

/// A rule of a commit that a refusal names.
enum BrokenRule: Hashable, Sendable, Codable {
    case expectation(AppendAttempt.Guarded, actual: StreamVersion)
    case check(AppendAttempt.Guarded, actual: StreamVersion)

    /// The ordinal of the condition, and the first event that breaks it.
    case condition(index: Int, position: Position)

    /// A rule that the commit does not have.
    case unknown(String)
}

extension AppendOutcome {
    init(_ result: AppendResult) {
        self = .accepted(
            positions: result.positions, versions: result.streams.map(\.version), isRepeat: result.wasAlreadyCommitted)
    }

    init(_ error: any Error) {
        guard let error = error as? EventStoreError else {
            // Of anything but a withdrawal nobody knows.
            self = error is CancellationError ? .withdrawn : .failed(DiskFailure.words(error), mayBeWritten: true)
            return
        }
        switch error.code {
        case .conflict: self = .refused(error.violations.map(BrokenRule.init))
        case .idempotencyMismatch: self = .mismatched
        case .invalidArgument: self = .failed("\(error)", mayBeWritten: false)
        default: self = .failed(DiskFailure.words(error), mayBeWritten: error.outcome != .notWritten)
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
