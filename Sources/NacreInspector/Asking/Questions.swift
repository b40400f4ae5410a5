import Nacre
import NacreTool

/// The questions that are being answered, and the last answers.
actor Questions {
    // INSP-06: A question has an address, and is answered once for all who ask it.

    /// The greatest number of questions that are answered at once.
    static let mostRunning = 3

    /// The greatest number of answers that are kept.
    static let mostKept = 32

    private struct Asked {
        let answering: Answering
        let task: Task<Void, Never>
    }

    private var asked: [String: Asked] = [:]

    /// The addresses, that of the oldest question first.
    private var order: [String] = []
    private var isEnding = false

    /// The questions whose answers are known or under way, the newest first.
    var all: [(address: String, answering: Answering)] {
        order.reversed().compactMap { address in asked[address].map { (address, $0.answering) } }
    }

    /// The answer to the question with an address; `nil` if it has not been asked.
    func answering(at address: String) -> Answering? { asked[address]?.answering }

    /// The answer to a question, which is asked if its answer is not known.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - head: The head of the log.
    /// - Returns: The answer, which may be under way.
    /// - Throws: ``InspectorError`` if too many questions are being answered; `CancellationError` if the inspector is
    ///   ending.
    func answer(to question: Question, at head: Position) throws -> Answering {
        if let known = asked[question.address] { return known.answering }
        guard !isEnding else { throw CancellationError() }
        let running = order.filter { asked[$0]?.answering.state.end == nil }
        guard running.count < Self.mostRunning else {
            throw InspectorError(
                status: 503, title: "Too many questions at once",
                detail:
                    "\(Self.mostRunning) questions are being answered: \(running.joined(separator: ", ")). Cancel one, or wait."
            )
        }
        let answering = Answering(at: head)
        let task = Task {
            do {
                try await question.work(answering)
                answering.finish(.complete)
            } catch is CancellationError {
                answering.finish(.cancelled)
            } catch {
                answering.finish(Task.isCancelled ? .cancelled : .failed(InspectorError(error)))
            }
        }
        asked[question.address] = Asked(answering: answering, task: task)
        order.append(question.address)
        forgetOldest()
        return answering
    }

    /// Ends the work on a question; what was found stays.
    func cancel(_ address: String) async {
        guard let asked = asked[address] else { return }
        asked.task.cancel()
        await asked.task.value
    }

    /// Forgets an answer, so that the question is asked again.
    func forget(_ address: String) async {
        await cancel(address)
        asked[address] = nil
        order.removeAll { $0 == address }
    }

    /// Cancels all work, and waits until none uses the store.
    func shutdown() async {
        isEnding = true
        for address in order { await cancel(address) }
    }

    private func forgetOldest() {
        while order.count > Self.mostKept {
            guard let index = order.firstIndex(where: { asked[$0]?.answering.state.end != nil }) else { return }
            asked[order.remove(at: index)] = nil
        }
    }
}
