import ArgumentParser
import Foundation

/// The hidden command of processes whose clients contend for a store.
struct ConsistencyWorkerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "consistency-worker", abstract: "Call a store by concurrent clients, and note every call.",
        shouldDisplay: false)

    func run() async throws {
        guard let task = try await ParentProcess.task(ConsistencyTask.self) else { return }
        do {
            let engine = task.engine.engine(task.durability, mapSize: task.mapSize)
            let history = try HistoryFile(creating: task.history)
            let session = try await engine.open(URL(fileURLWithPath: task.store, isDirectory: true))
            guard let store = (session as? any EventStoreSession)?.store else {
                throw HarnessError("the engine \(task.engine.rawValue) cannot be read by queries, which clients do")
            }
            let whole = EventStoreTarget(store: store)
            let target: any ConsistencyTarget =
                if let breaking = task.breaking { BrokenTarget(whole, breaking) } else { whole }
            try await ConsistencyRun(plan: task.plan, clients: task.clients).run(on: target) { try history.add($0) }
            try await session.close()
            try history.close()
            try ParentProcess.answer(WorkerReply())
        } catch {
            ParentProcess.giveUp(error)
        }
    }
}
