import ArgumentParser

struct WorkerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker", abstract: "Work on a store as the harness asks.", shouldDisplay: false)

    func run() async throws {
        try await WorkerRequests.answer { (task: WorkerTask) in
            let worker = try await StoreWorker(task, engine: task.engine.engine(task.durability, mapSize: task.mapSize))
            return { (request: WorkerRequest) in try await worker.perform(request) }
        }
    }
}
