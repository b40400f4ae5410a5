import ArgumentParser
import Foundation

struct SubscriberWorkerCommand: AsyncParsableCommand {
    static let name = "subscriber-worker"
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Subscribe to a store as the harness asks.", shouldDisplay: false)

    func run() async throws {
        try await WorkerRequests.answer { (begun: SubscriberTask) in
            let task = begun.task
            let worker = try await SubscriberWorker(
                begun, engine: task.engine.engine(task.durability, mapSize: task.mapSize))
            return { (request: SubscriberRequest) in try await worker.perform(request) }
        }
    }
}

extension WorkerProcess: SubscribingWorker {
    static func subscriber(_ task: SubscriberTask) async throws -> WorkerProcess {
        try await WorkerProcess(task, command: SubscriberWorkerCommand.name)
    }

    func perform(_ request: SubscriberRequest) async throws -> WorkerReply {
        // The time until the end of a load is unknown.
        let patience: Double? = if case .end = request { nil } else { Deadline.patience }
        return try await exchange(request, within: patience)
    }
}
