import ArgumentParser
import Foundation

/// The command that the processes of the workload `subscribers` run, which the harness alone calls.
struct SubscriberWorkerCommand: AsyncParsableCommand {
    /// How the harness calls it.
    static let name = "subscriber-worker"

    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Subscribe to a store as the harness asks.", shouldDisplay: false)

    func run() async throws {
        try await WorkerRequests.answer { (task: WorkerTask) in
            let worker = try await SubscriberWorker(
                task, engine: task.engine.engine(task.durability, mapSize: task.mapSize))
            return { (request: SubscriberRequest) in try await worker.perform(request) }
        }
    }
}
