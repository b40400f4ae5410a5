internal import Nacre
public import Testing

/// One promise of every read model store, with its check.
public struct ReadModelRule: Sendable {
    /// The level of the rule: all stores, or durable ones.
    public let level: ConformanceRule.Level

    /// The promise, in words.
    public let text: String

    private let body: @Sendable (any ReadModelSubject) async throws -> Void

    /// Checks that a store keeps the promise.
    ///
    /// - Parameter subject: A fresh subject: its store is created and left open.
    /// - Throws: ``ConformanceFailure`` with the rule and the finding.
    public func check(_ subject: any ReadModelSubject) async throws {
        do {
            try await body(subject)
        } catch let failure as ConformanceFailure {
            throw ConformanceFailure(rule: text, finding: failure.finding, cause: failure.cause)
        } catch {
            throw ConformanceFailure(rule: text, finding: "it threw", cause: error)
        }
    }
}

extension ReadModelRule {
    /// A rule that needs only an open, empty store.
    static func core(
        _ text: String, _ body: @escaping @Sendable (any ReadModelStore) async throws -> Void
    ) -> ReadModelRule {
        ReadModelRule(level: .core, text: text) { try await body(try await $0.store()) }
    }

    /// A rule that closes and reopens the store.
    static func durable(
        _ text: String, _ body: @escaping @Sendable (any ReadModelSubject) async throws -> Void
    ) -> ReadModelRule {
        ReadModelRule(level: .durable, text: text, body: body)
    }
}

extension ReadModelRule: CustomTestStringConvertible {
    /// The promise, as shown in test reports.
    public var testDescription: String { text }
}
