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
    ///   - fileID: Where the scenario is written, for reports.
    ///   - line: Its line.
    /// - Returns: The scenario.
    public static func given(
        _ events: Event..., from state: State = initialState, fileID: String = #fileID, line: Int = #line
    ) -> DeciderScenario<Self> {
        given(events, from: state, fileID: fileID, line: line)
    }

    /// Begins a scenario: what has happened so far, as a list.
    ///
    /// - Parameters:
    ///   - events: What has happened, in order.
    ///   - state: The state before the first of them; where it is left out, the initial state.
    ///   - fileID: Where the scenario is written, for reports.
    ///   - line: Its line.
    /// - Returns: The scenario.
    public static func given(
        _ events: [Event], from state: State = initialState, fileID: String = #fileID, line: Int = #line
    ) -> DeciderScenario<Self> {
        var text = ScenarioText(fileID: fileID, line: line)
        text.add("given", events.isEmpty ? ["no events"] : events.flatMap { ValueDump($0).lines })
        return DeciderScenario(state: replay(events, from: state), text: text)
    }
}
