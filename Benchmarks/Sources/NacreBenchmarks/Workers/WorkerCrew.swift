import Foundation

/// Several workers on one store, which work at the same time.
struct WorkerCrew: Sendable {
    private(set) var workers: [any Worker] = []

    /// Takes one more worker, whose writers follow those of the workers before it.
    mutating func add(_ worker: any Worker) {
        workers.append(worker)
    }

    /// Has every worker do its part at the same time: a request and a reply for each.
    func perform(_ requests: [WorkerRequest]) async throws -> [WorkerReply] {
        try await withThrowingTaskGroup(of: (Int, WorkerReply).self) { group in
            for (index, (worker, request)) in zip(workers, requests).enumerated() {
                group.addTask { (index, try await worker.perform(request)) }
            }
            var replies = [WorkerReply](repeating: WorkerReply(), count: workers.count)
            for try await (index, reply) in group { replies[index] = reply }
            return replies
        }
    }

    /// Has every worker close the store, lets all of them go, and gives the records of all writers, in the order of
    /// their numbers.
    func finish(in workspace: Workspace) async throws -> [WriterRecord] {
        let records = try await records(in: workspace) { .finish(records: $0) }
        await dismiss()
        return records
    }

    /// Has every worker write down what it was told since the last time, and forget it: the records of all writers, in
    /// the order of their numbers.
    func drain(in workspace: Workspace) async throws -> [WriterRecord] {
        try await records(in: workspace) { .drain(records: $0) }
    }

    private func records(
        in workspace: Workspace, _ request: (_ path: String) -> WorkerRequest
    ) async throws -> [WriterRecord] {
        var records: [WriterRecord] = []
        for worker in workers {
            let file = workspace.newFile("records")
            _ = try await worker.perform(request(file.path))
            records += try RecordFile.read(file)
            try FileManager.default.removeItem(at: file)
        }
        return records
    }

    /// Lets all workers go, whatever they do.
    func dismiss() async {
        for worker in workers { await worker.dismiss() }
    }
}
