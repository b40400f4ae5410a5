import Foundation
import Nacre

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The interfaces of a store that are asked.
enum Interface: String, Codable, CodingKeyRepresentable {
    case open, head, event, forward, backward, stream, streamBackward, version, query, queryBackward, id, scan
    case subscribe, streams, statistics, checkpoint, verify, condition, expectation, repetition, projection, backup
    case append, pages, reopen, reread
}

/// The outcome of a question.
enum Outcome: String, Codable, CodingKeyRepresentable {
    /// The answer of the undamaged log.
    case right
    /// A typed error that names a position or a file.
    case refused
    /// An error that names neither.
    case unnamed
    /// An error that is not the store's.
    case untyped
    /// An answer that differs from the undamaged log's.
    case wrong
    /// The process crashed, as found by its parent process.
    case ended
    case hung

    var isFailure: Bool { self != .right && self != .refused }
}

/// An answer that differs from the undamaged log's.
struct WrongAnswer: Error {
    let description: String

    init(_ description: String) { self.description = description }
}

/// A question with a wrong answer or an invalid refusal.
struct Finding: Codable {
    let interface: Interface
    let outcome: Outcome
    let what: String
}

/// Asks questions, and collects the outcomes.
final class QuestionProbe {
    private(set) var findings: [Finding] = []
    private(set) var counts: [Interface: [Outcome: Int]] = [:]
    /// Each question is printed first, so that the last one is known if the process crashes.
    private let prefix: String

    init(prefix: String) { self.prefix = prefix }

    /// Asks a question.
    ///
    /// - Returns: Whether the answer was right.
    @discardableResult
    func ask(_ interface: Interface, _ body: () async throws -> Void) async -> Bool {
        say("ask \(prefix)\(interface.rawValue)")
        return await count(interface, body)
    }

    private func count(_ interface: Interface, _ body: () async throws -> Void) async -> Bool {
        let (outcome, what) = await Self.outcome(of: body)
        counts[interface, default: [:]][outcome, default: 0] += 1
        if outcome.isFailure { findings.append(Finding(interface: interface, outcome: outcome, what: what)) }
        return outcome == .right
    }

    /// Asks the same question about several subjects; it is printed once.
    ///
    /// - Returns: The subjects with the right answer.
    func ask<Element>(
        _ interface: Interface, about elements: [Element], _ body: (Element) async throws -> Void
    ) async -> [Element] {
        say("ask \(prefix)\(interface.rawValue)")
        var right: [Element] = []
        for element in elements where await count(interface, { try await body(element) }) { right.append(element) }
        return right
    }

    /// Whether a question was refused.
    var hasRefused: Bool { counts.values.contains { $0[.refused] != nil } }

    private static func outcome(of body: () async throws -> Void) async -> (Outcome, String) {
        do {
            try await body()
            return (.right, "")
        } catch let error as WrongAnswer {
            return (.wrong, error.description)
        } catch let error as EventStoreError {
            switch error.code {
            case .damaged, .inputOutput, .appendsStopped, .eventsLost, .notAStore, .noSuchStore, .cannotCreate:
                let isNamed = error.position != nil || "\(error)".contains(".mdb")
                return (isNamed ? .refused : .unnamed, "\(error.code): \(error)")
            default: return (.wrong, "\(error.code): \(error)")
            }
        } catch {
            return (.untyped, "\(type(of: error)): \(error)")
        }
    }
}

/// Writes a line at once, so that it is not lost if the process crashes.
func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(1, bytes, bytes.count)
}
