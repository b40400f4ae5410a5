import ArgumentParser

struct ConsistencyWorkerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "consistency-worker", abstract: "Call a store from concurrent clients, and record every call.",
        shouldDisplay: false)

    func run() async throws {
        guard let task = try await ParentProcess.task(ConsistencyTask.self) else { return }
        do {
            try ParentProcess.answer(WorkerReply(journal: try await task.run()))
        } catch {
            ParentProcess.giveUp(error)
        }
    }
}
