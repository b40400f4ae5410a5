import Foundation

/// Several workers that work on one store concurrently.
package struct WorkerCrew: Sendable {
    package private(set) var workers: [any Worker] = []

    package init() {}

    /// Adds a worker, whose writers' numbers follow those of the workers before it.
    package mutating func add(_ worker: any Worker) {
        workers.append(worker)
    }

    /// Runs all workers concurrently: a request and a reply for each.
    package func perform(_ requests: [WorkerRequest]) async throws -> [WorkerReply] {
        try await withThrowingTaskGroup(of: (Int, WorkerReply).self) { group in
            for (index, (worker, request)) in zip(workers, requests).enumerated() {
                group.addTask { (index, try await worker.perform(request)) }
            }
            var replies = [WorkerReply](repeating: WorkerReply(), count: workers.count)
            for try await (index, reply) in group { replies[index] = reply }
            return replies
        }
    }

    /// Makes every worker close the store, ends all workers, and returns the records of all writers, in order of their
    /// numbers.
    package func finish(in workspace: Workspace) async throws -> [WriterRecord] {
        let records = try await records(in: workspace) { .finish(records: $0) }
        await dismiss()
        return records
    }

    /// Drains every worker: returns the records of all writers since the last time, in order of their numbers.
    package func drain(in workspace: Workspace) async throws -> [WriterRecord] {
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

    package func dismiss() async {
        for worker in workers { await worker.dismiss() }
    }
}
