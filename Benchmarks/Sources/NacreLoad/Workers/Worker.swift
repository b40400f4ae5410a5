/// A worker on a store of its own for a workload: another process, or this one.
package protocol Worker: Sendable {
    func perform(_ request: WorkerRequest) async throws -> WorkerReply

    /// The ID of the process whose memory and writes are the worker's.
    var processID: Int32 { get }

    /// Suspends all work of the worker, until the next request.
    func pause()

    /// Ends the worker, even during work.
    func dismiss() async
}

/// Makes the workers of workloads.
package typealias WorkerMaker = @Sendable (WorkerTask) async throws -> any Worker
