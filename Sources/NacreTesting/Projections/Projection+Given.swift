public import Nacre

extension Projection {
    /// Starts a scenario with events of a stream, given in their stored form.
    ///
    /// ```swift
    /// try await OrdersProjection()
    ///     .given("order-1", EventData(type: "OrderPlaced", json: order))
    ///     .thenRows("order 1 of ada")
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
    /// try await OrdersProjection()
    ///     .given("order-1", [.placed(customer: "ada", cents: 1250), .shipped], by: OrderEvent.codec)
    ///     .thenRows("order 1 of ada, shipped")
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
