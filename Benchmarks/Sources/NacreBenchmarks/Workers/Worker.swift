/// Whoever works on a store of its own for a workload: another process, or this one.
protocol Worker: Sendable {
    /// Does what it is asked for.
    func perform(_ request: WorkerRequest) async throws -> WorkerReply

    /// The process whose memory and writes are the worker's.
    var processID: Int32 { get }

    /// Stops everything that the worker does, until it is asked for something.
    func pause()

    /// Lets the worker go, whatever it does.
    func dismiss() async
}

/// How workloads get their workers.
typealias WorkerMaker = @Sendable (WorkerTask) async throws -> any Worker
