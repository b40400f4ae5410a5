internal import Nacre
public import Testing

/// One sentence of what every event store promises, with the check that a store keeps it.
public struct ConformanceSentence: Sendable {
    /// Which stores a sentence is asked of.
    public enum Level: String, Sendable, CaseIterable {
        /// All stores.
        case core

        /// Stores whose events survive closing and opening again.
        case durable

        /// Stores that several processes may have open at once.
        case shared

        /// Stores that keep their log in files, which a disk may damage and lose, and derived data beside it.
        case files

        /// Stores that tell of what happens to them by notices.
        case notices
    }

    /// Which stores the sentence is asked of.
    public let level: Level

    /// The promise, in words.
    public let text: String

    private let body: @Sendable (any ConformanceSubject) async throws -> Void

    private init(
        level: Level, text: String, body: @escaping @Sendable (any ConformanceSubject) async throws -> Void
    ) {
        self.level = level
        self.text = text
        self.body = body
    }

    /// Checks that a store keeps the promise.
    ///
    /// - Parameter subject: A fresh subject: its store is created, and left open.
    /// - Throws: ``ConformanceFailure`` with the sentence and what was found instead.
    public func check(_ subject: any ConformanceSubject) async throws {
        do {
            try await body(subject)
        } catch let failure as ConformanceFailure {
            throw ConformanceFailure(sentence: text, finding: failure.finding, cause: failure.cause)
        } catch {
            throw ConformanceFailure(sentence: text, finding: "it threw", cause: error)
        }
    }
}

extension ConformanceSentence {
    /// A sentence that needs nothing but an open, empty store.
    static func core(
        _ text: String, _ body: @escaping @Sendable (any EventStore) async throws -> Void
    ) -> ConformanceSentence {
        ConformanceSentence(level: .core, text: text) { try await body(try await $0.store()) }
    }

    /// A sentence that needs what its level's subjects provide.
    static func sentence(
        _ level: Level, _ text: String, _ body: @escaping @Sendable (any ConformanceSubject) async throws -> Void
    ) -> ConformanceSentence {
        ConformanceSentence(level: level, text: text, body: body)
    }
}

extension ConformanceSentence: CustomTestStringConvertible {
    /// The promise, as test reports name it.
    public var testDescription: String { text }
}
