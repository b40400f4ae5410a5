import ArgumentParser

struct CrashWorkerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "crash-worker", abstract: "Append to a store until killed.", shouldDisplay: false)

    func run() async throws {
        guard let task = try await ParentProcess.task(CrashTask.self) else { return }
        do {
            try await task.run { try ParentProcess.answer(WorkerReply()) }
        } catch {
            // It does not wait for the other writers: the first failure counts.
            ParentProcess.giveUp(error)
        }
    }
}
