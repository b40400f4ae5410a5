package import Nacre
import NacreRuntime

extension Bisection {
    /// What is listed of the answers to a condition, and what is said besides.
    package struct Findings: Sendable {
        /// The answer at the beginning and each change of it, or the first position at which the condition holds.
        package let changes: [AnswerChange]

        /// Why there may be fewer of them than expected, for people.
        package let notices: [String]
    }

    /// Finds the answers.
    ///
    /// - Parameters:
    ///   - isAll: Whether to find every change of the answer.
    ///   - progress: Called with the applied position and the last one.
    /// - Returns: The answers, and what is said besides.
    /// - Throws: ``CommandError`` if the stream, its decider, the projection or the field does not exist, or if there
    ///   are more changes than fit the memory; `EventStoreError`.
    package func findings(
        isAll: Bool, progress: @escaping @Sendable (Position, Position) -> Void
    ) async throws -> Findings {
        let answers = AnswerBuffer()
        let gap = try await run(isAll: isAll, progress: progress, report: answers.add)
        let changes = isAll ? answers.changes : answers.changes.filter(\.holds)
        var notices: [String] = []
        var last = until
        switch gap {
        case .undecodable(let end):
            notices.append(end.error.ending(at: end.event, "the answers after it are not known"))
            last = end.event.position - 1
        case .noRow(let projection, let key):
            let question = runtime.question(aboutRow: key, of: projection)
            notices.append("projection \(projection) has had no row \(quoted(key)) up to position \(until)\(question)")
        case nil: break
        }
        if !isAll, changes.first?.position == after {
            notices.append("the condition holds already at position \(after)")
        } else if !isAll, changes.isEmpty {
            notices.append("the condition never holds up to position \(last)")
        }
        return Findings(changes: changes, notices: notices)
    }
}
