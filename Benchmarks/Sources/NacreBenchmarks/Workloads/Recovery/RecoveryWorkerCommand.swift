import ArgumentParser
import Foundation

/// The command that processes run which are killed, or come after one that was; the harness alone calls it.
struct RecoveryWorkerCommand: AsyncParsableCommand {
    /// How the harness calls it.
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
