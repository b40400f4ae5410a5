public import DomainKit

extension Decider {
    /// Begins a scenario: what has happened so far.
    ///
    /// ```swift
    /// try OrderDecider.given(.placed, .paid).when(.ship).then(.shipped)
    /// ```
    ///
    /// - Parameters:
    ///   - events: What has happened, in order; none for a thing to which nothing has happened yet.
    ///   - state: The state before the first of them; where it is left out, the initial state.
    /// - Returns: The scenario.
    public static func given(
        _ events: Event..., from state: State = initialState
    ) -> DeciderScenario<Self> {
        given(events, from: state)
    }

    /// Begins a scenario: what has happened so far, as a list.
    ///
    /// - Parameters:
    ///   - events: What has happened, in order.
    ///   - state: The state before the first of them; where it is left out, the initial state.
    /// - Returns: The scenario.
    public static func given(
        _ events: [Event], from state: State = initialState
    ) -> DeciderScenario<Self> {
        var text = ScenarioText()
        text.add("given", events.isEmpty ? ["no events"] : events.flatMap { ValueDump($0).lines })
        return DeciderScenario(state: replay(events, from: state), text: text)
    }
}
