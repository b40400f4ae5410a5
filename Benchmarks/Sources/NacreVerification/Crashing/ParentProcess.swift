import Foundation

/// The link of a hidden command to the process that started it.
package enum ParentProcess {
    /// Reads the task from standard input, `nil` if there is none; afterwards, ends this process when the parent ends.
    package static func task<Task: Decodable & Sendable>(_ type: Task.Type) async throws -> Task? {
        let input = LineReader(.standardInput)
        guard let line = try await onDedicatedThread({ try input.next() }) else { return nil }
        Thread {
            // No further messages come: the end of the input is the end of the parent.
            while (try? input.next()) != nil {}
            exit(1)
        }.start()
        return try JSONDecoder().decode(type, from: line)
    }

    package static func answer(_ reply: WorkerReply) throws {
        try WorkerRequests.send(reply)
    }

    /// Replies with a failure, and ends this process immediately.
    package static func giveUp(_ error: any Error) -> Never {
        do {
            try answer(WorkerReply(failure: DiskFailure.words(error)))
        } catch let unheard {
            standardError("nacre-bench: \(error), and the reply failed: \(unheard)")
        }
        exit(1)
    }
}
