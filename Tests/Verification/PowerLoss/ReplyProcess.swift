import DiskTracing
import Nacre

/// A process manager that answers each question once, with its position.
struct ReplyProcess: ProcessManager {
    static let question: EventType = "Asked"
    static let answers: StreamName = "answers"

    let name = "answering"
    let query = Query.types(ReplyProcess.question)

    func react(to event: RecordedEvent) async throws -> Commit? {
        Commit([EventData(type: "Answered", data: Array("\(event.position)".utf8))], to: Self.answers)
    }

    /// An audit of the process manager's commits in the log.
    struct Audit {
        private var asked: [Position] = []
        private var answered = 0

        /// Adds a question.
        mutating func ask(_ event: RecordedEvent) {
            if event.type == ReplyProcess.question { asked.append(event.position) }
        }

        /// Adds a commit of the process manager: one answer, to the first open question, with the record of the process.
        ///
        /// - Returns: Whether the commit is one of the process manager's.
        mutating func take(_ commit: [RecordedEvent]) throws -> Bool {
            let own = ProcessJournal.stream(of: "answering")
            guard commit.contains(where: { $0.stream == own }) else { return false }
            let answers = commit.filter { $0.stream != own }
            guard commit.count == 2, answers.count == 1, answers[0].stream == ReplyProcess.answers else {
                throw Loss("the process's commit at position \(commit[0].position) is not one answer with its record")
            }
            guard answered < asked.count, answers[0].data == Array("\(asked[answered])".utf8) else {
                throw Loss("position \(answers[0].position) has an unexpected or repeated answer")
            }
            answered += 1
            return true
        }

        /// Requires that all questions up to a position are answered.
        func expectAnswers(upTo position: Position) throws {
            if let open = asked.dropFirst(answered).first, open <= position {
                throw Loss("the question at position \(open) has lost its answer")
            }
        }
    }
}
