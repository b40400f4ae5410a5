public import Nacre

extension Projection {
    /// Starts a scenario with events of a stream, given in their stored form.
    ///
    /// ```swift
    /// try await Spending()
    ///     .given("order-1", EventData(type: "OrderPlaced", json: ["customer": "ada"]))
    ///     .thenHalts(at: 1)
    /// ```
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - events: The events, in order, as one commit.
    /// - Returns: The scenario.
    public func given(
        _ stream: StreamName, _ events: EventData...
    ) -> ProjectionScenario {
        ProjectionScenario(of: self).given(stream, events)
    }

    /// Starts a scenario with events of a stream, given as domain events.
    ///
    /// ```swift
    /// try await Spending()
    ///     .given("order-1", [.placed(customer: "ada", cents: 1250), .shipped], by: OrderEvent.codec)
    ///     .thenRows(#"Spending.Row "ada": cents 1250"#, in: Spending.customers.number)
    /// ```
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - events: The events, in order, as one commit.
    ///   - codec: The codec of the events.
    /// - Returns: The scenario.
    /// - Throws: Errors of the codec.
    public func given<Codec: EventCodec>(
        _ stream: StreamName, _ events: [Codec.Event], by codec: Codec
    ) throws -> ProjectionScenario {
        try ProjectionScenario(of: self)
            .given(stream, events, by: codec)
    }
}
