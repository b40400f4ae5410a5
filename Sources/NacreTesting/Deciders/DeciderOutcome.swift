public import DomainKit
public import Testing

/// The decision on a command: events, or a refusal.
public struct DeciderOutcome<Model: Decider>: Sendable {
    /// The events, or the error of the refusal.
    public let decision: Result<[Model.Event], Model.Failure>

    private let text: ScenarioText
    private let state: Model.State

    init(of command: Model.Command, on state: Model.State, after text: ScenarioText) {
        self.text = {
            var text = text
            text.add("when", ValueDump(command).lines)
            return text
        }()
        do throws(Model.Failure) {
            let events = try Model.decide(command, state)
            decision = .success(events)
            self.state = Model.replay(events, from: state)
        } catch {
            decision = .failure(error)
            self.state = state
        }
    }

    /// Checks the decided events.
    ///
    /// - Parameters:
    ///   - events: The events, in order.
    ///   - sourceLocation: The location of the check, where a failure is reported.
    /// - Returns: The same outcome, for further checks.
    /// - Throws: ``ScenarioFailure`` if other events are decided, or the command is refused.
    @discardableResult
    public func then(
        _ events: Model.Event..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Self {
        try then(events, sourceLocation: sourceLocation)
    }

    /// Checks the decided events, given as a list.
    ///
    /// - Parameters:
    ///   - events: The events, in order.
    ///   - sourceLocation: The location of the check, where a failure is reported.
    /// - Returns: The same outcome, for further checks.
    /// - Throws: ``ScenarioFailure`` if other events are decided, or the command is refused.
    @discardableResult
    public func then(
        _ events: [Model.Event], sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Self {
        if case .success(let decided) = decision, decided == events { return self }
        try fail(expected: .success(events), at: sourceLocation)
    }

    /// Checks that no event is decided, because the command changes nothing.
    ///
    /// - Parameter sourceLocation: The location of the check, where a failure is reported.
    /// - Returns: The same outcome, for further checks.
    /// - Throws: ``ScenarioFailure`` if there are events, or the command is refused.
    @discardableResult
    public func thenNothing(sourceLocation: SourceLocation = #_sourceLocation) throws -> Self {
        try then([], sourceLocation: sourceLocation)
    }

    /// Checks that the command is refused, by one part of the error, such as its code.
    ///
    /// - Parameters:
    ///   - part: The key path of the part in the error.
    ///   - expected: The expected value.
    ///   - sourceLocation: The location of the check, where a failure is reported.
    /// - Returns: The same outcome, for further checks.
    /// - Throws: ``ScenarioFailure`` if the value differs, or the command is not refused.
    @discardableResult
    public func thenFails<Value: Equatable>(
        _ part: KeyPath<Model.Failure, Value>, is expected: Value,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Self {
        if case .failure(let failure) = decision {
            try text.requireEqual(
                failure[keyPath: part], expected, "\(Model.self) fails with another error, “\(failure)”",
                at: sourceLocation)
            return self
        }
        try fail(expected: .failure(expected), at: sourceLocation)
    }

    /// Decides another command on the resulting state.
    ///
    /// - Parameter command: The next command.
    /// - Returns: The decision on it.
    public func when(_ command: Model.Command) -> DeciderOutcome {
        DeciderOutcome(of: command, on: state, after: text)
    }

    /// Checks one part of the resulting state.
    ///
    /// - Parameters:
    ///   - part: The key path of the part in the state.
    ///   - expected: The expected value.
    ///   - sourceLocation: The location of the check, where a failure is reported.
    /// - Returns: The same outcome, for further checks.
    /// - Throws: ``ScenarioFailure`` if the value differs.
    @discardableResult
    public func thenState<Value: Equatable>(
        _ part: KeyPath<Model.State, Value>, is expected: Value,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Self {
        try text.requireEqual(
            state[keyPath: part], expected, "the state of \(Model.self) has another value", at: sourceLocation)
        return self
    }
}

extension DeciderOutcome where Model.Failure: Equatable {
    /// Checks the error with which the command is refused.
    ///
    /// - Parameters:
    ///   - expected: The expected error.
    ///   - sourceLocation: The location of the check, where a failure is reported.
    /// - Returns: The same outcome, for further checks.
    /// - Throws: ``ScenarioFailure`` if the error differs, or the command is not refused.
    @discardableResult
    public func thenFails(
        with expected: Model.Failure, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Self {
        if case .failure(let failure) = decision, failure == expected { return self }
        try fail(expected: .failure(expected), at: sourceLocation)
    }
}

extension DeciderOutcome where Model.State: Equatable {
    /// Checks the resulting state.
    ///
    /// - Parameters:
    ///   - expected: The expected state; after a refusal, the state before the command.
    ///   - sourceLocation: The location of the check, where a failure is reported.
    /// - Returns: The same outcome, for further checks.
    /// - Throws: ``ScenarioFailure`` if the state differs.
    @discardableResult
    public func thenState(
        is expected: Model.State, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Self {
        try text.requireEqual(state, expected, "the state of \(Model.self) differs", at: sourceLocation)
        return self
    }
}

extension DeciderOutcome {
    /// An expectation of a test: events, an error, or a part of one.
    private enum Expected {
        case success([Model.Event])
        case failure(Any)

        func lines(_ dump: (Any) -> ValueDump) -> [String] {
            switch self {
            case .success([]): ["no events"]
            case .success(let events): events.flatMap { dump($0).lines }
            case .failure(let reason): ["it fails:"] + dump(reason).lines.map { "    \($0)" }
            }
        }
    }

    private func fail(expected: Expected, at sourceLocation: SourceLocation) throws -> Never {
        let found: Expected =
            switch decision {
            case .success(let events): .success(events)
            case .failure(let failure): .failure(failure)
            }
        try text.fail(
            "\(Model.self) decides differently", expected: expected.lines(ValueDump.init),
            found: found.lines(ValueDump.init), at: sourceLocation
        ) {
            (expected.lines(ValueDump.deep), found.lines(ValueDump.deep))
        }
    }
}
