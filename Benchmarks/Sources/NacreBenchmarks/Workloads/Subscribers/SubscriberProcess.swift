extension SubscriberRequest {
    /// How long it may take, in seconds; `nil` where a load has to end first, and nobody can know.
    fileprivate var patience: Double? {
        switch self {
        case .end: nil
        case .subscribe, .begin, .untilAnswered, .stop, .collect, .read, .close: Deadline.patience
        }
    }
}

/// A worker that subscribes, appends or reads, in a process of its own.
struct SubscriberProcess: SubscribingWorker {
    private let process: WorkerProcess

    /// Starts a process and has it open the store of a task.
    init(_ task: SubscriberTask) async throws {
        process = try await WorkerProcess(task, command: SubscriberWorkerCommand.name)
    }

    func perform(_ request: SubscriberRequest) async throws -> WorkerReply {
        try await process.exchange(request, within: request.patience)
    }

    var processID: Int32 { process.processID }

    func dismiss() async { await process.dismiss() }
}
