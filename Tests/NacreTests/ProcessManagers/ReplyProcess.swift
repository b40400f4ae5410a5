import Nacre
import Synchronization

/// A process manager for tests: it answers questions, or runs a given body.
struct ReplyProcess: ProcessManager {
    var name = "answering"
    var query = Query.types("Asked")
    var body: @Sendable (RecordedEvent) async throws -> Commit? = { ReplyProcess.answer(to: $0) }

    func react(to event: RecordedEvent) async throws -> Commit? { try await body(event) }

    static func answer(to event: RecordedEvent) -> Commit {
        Commit([EventData(type: "Answered", data: event.data)], to: "answers")
    }
}

struct CannotAnswer: Error, CustomStringConvertible {
    let description = "there is no answer"
}

/// A counter shared by tasks.
final class Tally: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }

    /// - Returns: The count, including this one.
    @discardableResult
    func add() -> Int {
        value.withLock {
            $0 += 1
            return $0
        }
    }
}

extension EventStore {
    /// Asks questions, numbered from a given number.
    func ask(_ count: Int, from first: Int = 1) async throws {
        for number in first..<first + count {
            try await append([EventData(type: "Asked", data: Array("\(number)".utf8))], to: "questions")
        }
    }

    /// The answers, in order.
    func answers() async throws -> [String] {
        try await read("answers").collect().map { String(decoding: $0.data, as: UTF8.self) }
    }

    /// The types of the events in a process's own stream.
    func notes(of process: String = "answering") async throws -> [String] {
        try await read(ProcessJournal.stream(of: process)).collect().map(\.type.text)
    }
}
