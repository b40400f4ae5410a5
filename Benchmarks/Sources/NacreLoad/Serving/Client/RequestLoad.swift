package import NIOCore

/// When requests are made, and which.
package struct RequestLoad: Hashable, Sendable {
    package var shares: RequestShares

    /// The seconds after which no further request is made, or due.
    package var seconds: Double

    /// The number of requests after which no further one is made; `nil` if only the time counts.
    package var requests: Int?

    /// When requests are due, whether or not earlier ones are answered; `nil` if each client waits for its answer.
    package var arrivals: Arrivals?

    /// The seed of the due times.
    package var seed: UInt64

    package init(
        _ shares: RequestShares, seconds: Double, requests: Int? = nil, arrivals: Arrivals? = nil, seed: UInt64 = 1
    ) {
        (self.shares, self.seconds, self.requests, self.arrivals) = (shares, seconds, requests, arrivals)
        self.seed = seed
    }

    /// The seconds after the last due time within which the server must have answered everything.
    private static let patience = 60.0

    /// Makes requests on a connection for each client, all on one thread.
    ///
    /// Every request that is due is made, late if necessary.
    ///
    /// - Returns: What was measured, and the clients after it.
    /// - Throws: If a connection cannot be opened; ``TimeoutError`` if the server does not answer.
    package func run(
        _ clients: [ServedClient], on port: Int, _ loop: any EventLoop, watchedBy watch: LoadWatch? = nil
    ) async throws -> (slice: RequestSlice, clients: [ServedClient]) {
        var connections: [HTTPConnection] = []
        for _ in clients { connections.append(try await HTTPConnection(to: port, on: loop)) }
        let opened = connections
        let dues = arrivals.map { $0.dues(seconds: seconds, seed: seed) }
        let before = ResourceUse.current
        let close = { for connection in opened { try await connection.close() } }
        let outcome = try await closing(close) {
            try await loop.flatSubmit {
                let driver = RequestDriver(
                    self, dues: dues, clients: clients, exchanges: opened.map(\.exchange.value), loop, watch)
                return driver.run(patience: Self.patience)
            }.get()
        }
        var slice = outcome.slice
        slice.processorNanoseconds = ResourceUse.current.since(before).processorNanoseconds
        return (slice, outcome.clients)
    }
}

/// What was measured while requests were made.
package struct RequestSlice: Hashable, Sendable {
    /// The answers to one kind of request, in order.
    package struct Answers: Hashable, Sendable {
        /// In nanoseconds, from the due time in an open loop.
        package var latencies: [UInt64] = []

        /// By ``monotonicNanoseconds()``.
        package var moments: [UInt64] = []
    }

    /// The start, by ``monotonicNanoseconds()``.
    package var start: UInt64 = 0

    /// The time up to the last answer.
    package var nanoseconds: UInt64 = 0

    package var answers: [RequestKind: Answers] = [:]
    package var failures: [AppendFailure] = []

    /// Processor time of this process, which is that of the clients.
    package var processorNanoseconds: UInt64 = 0

    package var count: Int { answers.values.reduce(0) { $0 + $1.latencies.count } }
    package var latencies: [UInt64] { answers.values.flatMap(\.latencies) }
    package var perSecond: Double { NacreLoad.perSecond(count, in: nanoseconds) }
}
