import ArgumentParser
import Foundation

/// The command that workers run, which the harness alone calls.
struct WorkerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker", abstract: "Work on a store as the harness asks.", shouldDisplay: false)

    func run() async throws {
        let input = LineReader(.standardInput)
        guard let first = try await onDedicatedThread({ try input.next() }) else { return }
        var worker: StoreWorker?
        await answer {
            let task = try JSONDecoder().decode(WorkerTask.self, from: first)
            worker = try await StoreWorker(task, engine: task.engine.engine(task.durability, mapSize: task.mapSize))
            return WorkerReply()
        }
        guard let worker else { return }
        while let line = try await onDedicatedThread({ try input.next() }) {
            await answer { try await worker.perform(JSONDecoder().decode(WorkerRequest.self, from: line)) }
        }
    }

    private func answer(_ body: () async throws -> WorkerReply) async {
        let reply: WorkerReply
        do {
            reply = try await body()
        } catch {
            reply = WorkerReply(failure: DiskFailure.words(error))
        }
        do {
            try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(reply) + [UInt8(ascii: "\n")])
        } catch {
            standardError("nacre-bench: the worker cannot answer: \(error)")
        }
    }
}
