public import Nacre

extension Projection {
    /// Begins a scenario: what has happened in a stream, as the log holds it.
    ///
    /// ```swift
    /// try await OrdersProjection()
    ///     .given("order-1", EventData(type: "OrderPlaced", json: order))
    ///     .thenRows("order 1 of ada")
    /// ```
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - events: What has happened in it, in order; they are one commit.
    ///   - fileID: Where the scenario is written, for reports.
    ///   - line: Its line.
    /// - Returns: The scenario.
    public func given(
        _ stream: StreamName, _ events: EventData..., fileID: String = #fileID, line: Int = #line
    ) -> ProjectionScenario {
        ProjectionScenario(of: self, text: ScenarioText(fileID: fileID, line: line)).given(stream, events)
    }

    /// Begins a scenario: what has happened in a stream, as a domain tells it.
    ///
    /// ```swift
    /// try await OrdersProjection()
    ///     .given("order-1", [.placed(customer: "ada"), .paid], by: OrderEventCodec())
    ///     .thenRows("order 1 of ada, paid")
    /// ```
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - events: What has happened in it, in order; they are one commit.
    ///   - codec: What writes them down.
    ///   - fileID: Where the scenario is written, for reports.
    ///   - line: Its line.
    /// - Returns: The scenario.
    /// - Throws: What the codec throws.
    public func given<Codec: EventCodec>(
        _ stream: StreamName, _ events: [Codec.Event], by codec: Codec, fileID: String = #fileID, line: Int = #line
    ) throws -> ProjectionScenario {
        try ProjectionScenario(of: self, text: ScenarioText(fileID: fileID, line: line))
            .given(stream, events, by: codec)
    }
}
