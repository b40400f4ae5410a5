import ArgumentParser
import Foundation

struct RecoveryWorkerCommand: AsyncParsableCommand {
    static let name = "recovery-worker"
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Append until killed, or recover, as the harness asks.", shouldDisplay: false)

    func run() async throws {
        try await WorkerRequests.answer { (begun: SubscriberTask) in
            let task = begun.task
            let worker = RecoveryWorker(begun, engine: task.engine.engine(task.durability, mapSize: task.mapSize))
            return { (request: RecoveryRequest) in
                try await worker.perform(request)
                return WorkerReply()
            }
        }
    }
}

extension WorkerProcess: RecoveringWorker {
    /// Starts a process that will be killed, or recovers after a kill; it opens nothing yet.
    static func recovering(_ task: SubscriberTask) async throws -> WorkerProcess {
        try await WorkerProcess(task, command: RecoveryWorkerCommand.name)
    }

    package func perform(_ request: RecoveryRequest) async throws {
        _ = try await exchange(request, within: Deadline.patience)
    }
}
