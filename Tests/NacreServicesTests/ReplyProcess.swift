import Logging
import Nacre

/// A process manager that answers each event with its position, or runs a given body.
struct ReplyProcess: ProcessManager {
    let name = "answering"
    let query = Query.types("Happened")
    var body: @Sendable (RecordedEvent) async throws -> Commit? = { ReplyProcess.answer(to: $0) }

    func react(to event: RecordedEvent) async throws -> Commit? { try await body(event) }

    static func answer(to event: RecordedEvent) -> Commit {
        Commit([EventData(type: "Answered", data: Array("\(event.position)".utf8))], to: "answers")
    }
}

extension EventStore {
    func runner(_ manager: ReplyProcess = ReplyProcess()) -> ProcessRunner {
        ProcessRunner(manager: manager, store: self)
    }

    /// The answers, in order.
    func answers() async throws -> [String] {
        try await read("answers").collect().map { String(decoding: $0.data, as: UTF8.self) }
    }
}

extension Logger {
    /// A logger that discards everything.
    static var silent: Logger { Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }) }
}
