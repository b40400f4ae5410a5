public import DomainKit
public import Testing

/// What has happened to a thing, for a decider to be asked what happens next.
///
/// Scenarios read as sentences. One that does not come true ends the test, with an issue at its line:
///
/// ```swift
/// try OrderDecider.given(.placed).when(.ship).thenFails(with: .notPaid)
/// try OrderDecider.given(.placed, .paid, .shipped).when(.ship).thenNothing()
/// try OrderDecider.given(.placed, .paid).thenState(is: .paid)
/// try OrderDecider.given(.placed)
///     .when(.pay).then(.paid)
///     .when(.ship).then(.shipped).thenState(is: .shipped)
/// ```
///
/// Events and states are equal as their own `==` says.
public struct DeciderScenario<Model: Decider>: Sendable {
    let state: Model.State
    let text: ScenarioText

    /// Lets the decider meet a command.
    ///
    /// - Parameter command: The command to decide.
    /// - Returns: What the decider makes of it.
    public func when(_ command: Model.Command) -> DeciderOutcome<Model> {
        DeciderOutcome(of: command, on: state, after: text)
    }
}

extension DeciderScenario where Model.State: Equatable {
    /// Judges what the events have made of the thing.
    ///
    /// - Parameters:
    ///   - expected: The state.
    ///   - sourceLocation: Where the sentence is written: it is marked where it does not come true.
    /// - Throws: ``ScenarioFailure`` where it is another.
    public func thenState(is expected: Model.State, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try text.requireEqual(state, expected, "the state of \(Model.self) is another", at: sourceLocation)
    }
}

extension DeciderScenario {
    /// Judges one part of what the events have made of the thing.
    ///
    /// - Parameters:
    ///   - part: Where in the state it is.
    ///   - expected: What it must be.
    ///   - sourceLocation: Where the sentence is written: it is marked where it does not come true.
    /// - Throws: ``ScenarioFailure`` where it is something else.
    public func thenState<Value: Equatable>(
        _ part: KeyPath<Model.State, Value>, is expected: Value,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try text.requireEqual(
            state[keyPath: part], expected, "the state of \(Model.self) has another value", at: sourceLocation)
    }
}
