internal import Nacre
public import Testing

/// One promise of every event store, with its check.
public struct ConformanceRule: Sendable {
    /// The capability that a rule requires of a store.
    public enum Level: String, Sendable, CaseIterable {
        /// None: all stores.
        case core

        /// Events survive closing and reopening.
        case durable

        /// Several processes may open the store at once.
        case shared

        /// The log is kept in files, which a disk may damage or lose, with derived data beside it.
        case files

        /// The store reports notices.
        case notices
    }

    /// The level of the rule.
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
    /// - Parameter subject: A fresh subject: its store is created and left open.
    /// - Throws: ``ConformanceFailure`` with the rule and the finding.
    public func check(_ subject: any ConformanceSubject) async throws {
        do {
            try await body(subject)
        } catch let failure as ConformanceFailure {
            throw ConformanceFailure(rule: text, finding: failure.finding, cause: failure.cause)
        } catch {
            throw ConformanceFailure(rule: text, finding: "it threw", cause: error)
        }
    }
}

extension ConformanceRule {
    /// A rule that needs only an open, empty store.
    static func core(
        _ text: String, _ body: @escaping @Sendable (any EventStore) async throws -> Void
    ) -> ConformanceRule {
        ConformanceRule(level: .core, text: text) { try await body(try await $0.store()) }
    }

    /// A rule that needs the capabilities of its level.
    static func rule(
        _ level: Level, _ text: String, _ body: @escaping @Sendable (any ConformanceSubject) async throws -> Void
    ) -> ConformanceRule {
        ConformanceRule(level: level, text: text, body: body)
    }
}

extension ConformanceRule: CustomTestStringConvertible {
    /// The promise, as shown in test reports.
    public var testDescription: String { text }
}
