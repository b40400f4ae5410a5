import Foundation

/// What a hidden command has to do with the process that started it.
enum ParentProcess {
    /// Reads the task from standard input, `nil` where there is none, and from then on ends this process when the other
    /// one has.
    static func task<Task: Decodable & Sendable>(_ type: Task.Type) async throws -> Task? {
        let input = LineReader(.standardInput)
        guard let line = try await onDedicatedThread({ try input.next() }) else { return nil }
        Thread {
            // Nothing more is ever said: the end of the input is the end of the other process.
            while (try? input.next()) != nil {}
            exit(1)
        }.start()
        return try JSONDecoder().decode(type, from: line)
    }

    static func answer(_ reply: WorkerReply) throws {
        try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(reply) + [UInt8(ascii: "\n")])
    }

    /// Answers with a failure, and ends this process whatever it does.
    static func giveUp(_ error: any Error) -> Never {
        do {
            try answer(WorkerReply(failure: DiskFailure.words(error)))
        } catch let unheard {
            standardError("nacre-bench: \(error), and nobody can be told: \(unheard)")
        }
        exit(1)
    }
}
