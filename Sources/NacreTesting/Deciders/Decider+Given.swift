public import DomainKit

extension Decider {
    /// Starts a scenario with past events.
    ///
    /// ```swift
    /// try OrderDecider.given(.placed(customer: "ada", cents: 1250)).when(.ship).then(.shipped)
    /// ```
    ///
    /// - Parameters:
    ///   - events: The past events, in order; none for a new instance.
    ///   - state: The state before the first event; by default the initial state.
    /// - Returns: The scenario.
    public static func given(
        _ events: Event..., from state: State = initialState
    ) -> DeciderScenario<Self> {
        given(events, from: state)
    }

    /// Starts a scenario with a list of past events.
    ///
    /// - Parameters:
    ///   - events: The past events, in order.
    ///   - state: The state before the first event; by default the initial state.
    /// - Returns: The scenario.
    public static func given(
        _ events: [Event], from state: State = initialState
    ) -> DeciderScenario<Self> {
        var text = ScenarioText()
        text.add("given", events.isEmpty ? ["no events"] : events.flatMap { ValueDump($0).lines })
        return DeciderScenario(state: replay(events, from: state), text: text)
    }
}
