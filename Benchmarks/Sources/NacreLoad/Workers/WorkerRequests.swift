import Foundation

/// The protocol of a worker's process: a task and then requests on standard input, a line of JSON each, every request
/// answered by a line on standard output.
package enum WorkerRequests {
    /// Answers until the input ends; `start` receives the task, and returns the handler of requests.
    package static func answer<Task: Decodable & Sendable, Request: Decodable & Sendable>(
        _ start: (Task) async throws -> (Request) async throws -> WorkerReply
    ) async throws {
        let input = LineReader(.standardInput)
        guard let first = try await onDedicatedThread({ try input.next() }) else { return }
        var perform: ((Request) async throws -> WorkerReply)?
        await reply {
            perform = try await start(JSONDecoder().decode(Task.self, from: first))
            return WorkerReply()
        }
        guard let perform else { return }
        while let line = try await onDedicatedThread({ try input.next() }) {
            await reply { try await perform(JSONDecoder().decode(Request.self, from: line)) }
        }
    }

    private static func reply(_ body: () async throws -> WorkerReply) async {
        let reply: WorkerReply
        do {
            reply = try await body()
        } catch {
            reply = WorkerReply(failure: DiskFailure.words(error))
        }
        do {
            try send(reply)
        } catch {
            standardError("nacre-bench: the worker cannot answer: \(error)")
        }
    }

    package static func send(_ reply: WorkerReply) throws {
        try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(reply) + [UInt8(ascii: "\n")])
    }
}
