public import DomainKit
public import Testing

/// Past events of a decider, on which commands are tested.
///
/// Scenarios read as sentences. A failed check ends the test, with an issue at its line:
///
/// ```swift
/// try OrderDecider.given(.placed(customer: "ada", cents: 1250)).thenState(is: .placed)
/// try OrderDecider.given(.placed(customer: "ada", cents: 1250), .shipped).when(.ship).thenNothing()
/// try OrderDecider.given().when(.ship).thenFails(\.description, is: "the order was never placed: place it first")
/// try OrderDecider.given()
///     .when(.place(customer: "ada", cents: 1250)).then(.placed(customer: "ada", cents: 1250))
///     .when(.ship).then(.shipped).thenState(is: .shipped)
/// ```
///
/// Events and states are compared with `==`.
public struct DeciderScenario<Model: Decider>: Sendable {
    let state: Model.State
    let text: ScenarioText

    /// Decides a command.
    ///
    /// - Parameter command: The command.
    /// - Returns: The decision on it.
    public func when(_ command: Model.Command) -> DeciderOutcome<Model> {
        DeciderOutcome(of: command, on: state, after: text)
    }
}

extension DeciderScenario where Model.State: Equatable {
    /// Checks the state folded from the events.
    ///
    /// - Parameters:
    ///   - expected: The expected state.
    ///   - sourceLocation: The location of the check, where a failure is reported.
    /// - Throws: ``ScenarioFailure`` if the state differs.
    public func thenState(is expected: Model.State, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try text.requireEqual(state, expected, "the state of \(Model.self) differs", at: sourceLocation)
    }
}

extension DeciderScenario {
    /// Checks one part of the state folded from the events.
    ///
    /// - Parameters:
    ///   - part: The key path of the part in the state.
    ///   - expected: The expected value.
    ///   - sourceLocation: The location of the check, where a failure is reported.
    /// - Throws: ``ScenarioFailure`` if the value differs.
    public func thenState<Value: Equatable>(
        _ part: KeyPath<Model.State, Value>, is expected: Value,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try text.requireEqual(
            state[keyPath: part], expected, "the state of \(Model.self) has another value", at: sourceLocation)
    }
}
