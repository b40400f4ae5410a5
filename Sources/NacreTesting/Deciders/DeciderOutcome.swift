public import DomainKit
public import Testing

/// What a decider has made of a command: events, or the reason for which it refuses.
public struct DeciderOutcome<Model: Decider>: Sendable {
    /// What happens, or why nothing does.
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

    /// Judges what happens.
    ///
    /// - Parameters:
    ///   - events: The events, in order.
    ///   - sourceLocation: Where the sentence is written: it is marked where it does not come true.
    /// - Returns: The same outcome, to go on with.
    /// - Throws: ``ScenarioFailure`` where something else happens, or the command is refused.
    @discardableResult
    public func then(
        _ events: Model.Event..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Self {
        try then(events, sourceLocation: sourceLocation)
    }

    /// Judges what happens, by a list.
    ///
    /// - Parameters:
    ///   - events: The events, in order.
    ///   - sourceLocation: Where the sentence is written: it is marked where it does not come true.
    /// - Returns: The same outcome, to go on with.
    /// - Throws: ``ScenarioFailure`` where something else happens, or the command is refused.
    @discardableResult
    public func then(
        _ events: [Model.Event], sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Self {
        if case .success(let decided) = decision, decided == events { return self }
        try fail(expected: .success(events), at: sourceLocation)
    }

    /// Judges that nothing happens, because all is as the command wants it already.
    ///
    /// - Parameter sourceLocation: Where the sentence is written: it is marked where it does not come true.
    /// - Returns: The same outcome, to go on with.
    /// - Throws: ``ScenarioFailure`` where something happens, or the command is refused.
    @discardableResult
    public func thenNothing(sourceLocation: SourceLocation = #_sourceLocation) throws -> Self {
        try then([], sourceLocation: sourceLocation)
    }

    /// Judges one part of the reason for which the command is refused: its code.
    ///
    /// - Parameters:
    ///   - part: Where in the failure it is.
    ///   - expected: What it must be.
    ///   - sourceLocation: Where the sentence is written: it is marked where it does not come true.
    /// - Returns: The same outcome, to go on with.
    /// - Throws: ``ScenarioFailure`` where the reason is another, or the command is not refused.
    @discardableResult
    public func thenFails<Value: Equatable>(
        _ part: KeyPath<Model.Failure, Value>, is expected: Value,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Self {
        if case .failure(let failure) = decision {
            try text.requireEqual(
                failure[keyPath: part], expected, "\(Model.self) refuses for another reason, “\(failure)”",
                at: sourceLocation)
            return self
        }
        try fail(expected: .failure(expected), at: sourceLocation)
    }

    /// Lets the decider meet another command, all being as this one has left it.
    ///
    /// - Parameter command: The next command to decide.
    /// - Returns: What the decider makes of it.
    public func when(_ command: Model.Command) -> DeciderOutcome {
        DeciderOutcome(of: command, on: state, after: text)
    }

    /// Judges one part of what has become of the thing.
    ///
    /// - Parameters:
    ///   - part: Where in the state it is.
    ///   - expected: What it must be.
    ///   - sourceLocation: Where the sentence is written: it is marked where it does not come true.
    /// - Returns: The same outcome, to go on with.
    /// - Throws: ``ScenarioFailure`` where it is something else.
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
    /// Judges the reason for which the command is refused.
    ///
    /// - Parameters:
    ///   - expected: The reason.
    ///   - sourceLocation: Where the sentence is written: it is marked where it does not come true.
    /// - Returns: The same outcome, to go on with.
    /// - Throws: ``ScenarioFailure`` where the reason is another, or the command is not refused.
    @discardableResult
    public func thenFails(
        with expected: Model.Failure, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Self {
        if case .failure(let failure) = decision, failure == expected { return self }
        try fail(expected: .failure(expected), at: sourceLocation)
    }
}

extension DeciderOutcome where Model.State: Equatable {
    /// Judges what has become of the thing.
    ///
    /// - Parameters:
    ///   - expected: The state; where the command is refused, that before it.
    ///   - sourceLocation: Where the sentence is written: it is marked where it does not come true.
    /// - Returns: The same outcome, to go on with.
    /// - Throws: ``ScenarioFailure`` where it is another.
    @discardableResult
    public func thenState(
        is expected: Model.State, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Self {
        try text.requireEqual(state, expected, "the state of \(Model.self) is another", at: sourceLocation)
        return self
    }
}

extension DeciderOutcome {
    /// What a test expects: events, or a reason or a part of one.
    private enum Expected {
        case success([Model.Event])
        case failure(Any)

        func lines(_ dump: (Any) -> ValueDump) -> [String] {
            switch self {
            case .success([]): ["nothing happens"]
            case .success(let events): events.flatMap { dump($0).lines }
            case .failure(let reason): ["it is refused:"] + dump(reason).lines.map { "    \($0)" }
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
            "\(Model.self) decides otherwise", expected: expected.lines(ValueDump.init),
            found: found.lines(ValueDump.init), at: sourceLocation
        ) {
            (expected.lines(ValueDump.deep), found.lines(ValueDump.deep))
        }
    }
}
