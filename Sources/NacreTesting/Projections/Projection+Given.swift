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
    /// - Returns: The scenario.
    public func given(
        _ stream: StreamName, _ events: EventData...
    ) -> ProjectionScenario {
        ProjectionScenario(of: self).given(stream, events)
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
    /// - Returns: The scenario.
    /// - Throws: What the codec throws.
    public func given<Codec: EventCodec>(
        _ stream: StreamName, _ events: [Codec.Event], by codec: Codec
    ) throws -> ProjectionScenario {
        try ProjectionScenario(of: self)
            .given(stream, events, by: codec)
    }
}
