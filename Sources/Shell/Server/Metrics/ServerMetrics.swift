import CoreMetrics

/// What a server measures.
struct ServerMetrics: Sendable {
    let factory: any MetricsFactory
    private let streams: Meter

    init(in factory: any MetricsFactory) {
        self.factory = factory
        streams = Meter(label: "nacre_http_event_streams", factory: factory)
    }

    /// Counts an answer.
    ///
    /// - Parameters:
    ///   - endpoint: The name of the endpoint; `nil` if there is none. Paths are not measured: there are too many.
    ///   - status: The status code.
    ///   - duration: How long it took.
    func count(_ endpoint: String?, status: Int, lasting duration: Duration) {
        let name = endpoint ?? "none"
        Counter(
            label: "nacre_http_requests", dimensions: [("endpoint", name), ("status", "\(status)")], factory: factory
        ).increment()
        Timer(label: "nacre_http_request_seconds", dimensions: [("endpoint", name)], factory: factory)
            .recordNanoseconds(Int64(duration / .nanoseconds(1)))
    }

    /// Sets the number of open event streams.
    func setStreams(_ count: Int) { streams.set(count) }
}
