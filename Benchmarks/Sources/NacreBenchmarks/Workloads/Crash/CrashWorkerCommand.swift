import ArgumentParser
import Foundation

/// The hidden command of the children that are killed.
struct CrashWorkerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "crash-worker", abstract: "Append to a store until killed.", shouldDisplay: false)

    func run() async throws {
        guard let task = try await ParentProcess.task(CrashTask.self) else { return }
        do {
            let engine = task.engine.engine(task.durability, mapSize: task.mapSize)
            let session = try await engine.open(URL(fileURLWithPath: task.store, isDirectory: true))
            let target: any AppendTarget =
                if let plant = task.plant { try await CarelessTarget(session, plant) } else { session }
            let writers = try (0..<task.plan.writers).map { try CrashWriter($0, of: task, on: target) }
            try ParentProcess.answer(WorkerReply())
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in writers { group.addTask { try await writer.run() } }
                try await group.waitForAll()
            }
        } catch {
            // It does not wait for the other writers: the first failure counts.
            ParentProcess.giveUp(error)
        }
    }
}
