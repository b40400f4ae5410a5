package import Nacre

/// A commit in the form in which it is sent to another process.
package struct PeerCommit: Codable, Sendable {
    struct Entry: Codable, Sendable {
        let stream: String
        let id: String?
        let type: String
        let schema: Int
        let nanoseconds: Int64?
        let decimals: UInt8?
        let tags: [String]
        let data: [UInt8]
        let metadata: [UInt8]
    }

    struct Guarded: Codable, Sendable {
        let stream: String
        let kind: String
        let version: StreamVersion?
    }

    struct Condition: Codable, Sendable {
        struct Item: Codable, Sendable {
            let types: [String]
            let categories: [String]
            let tags: [String]
            let correlations: [String]
            let causations: [String]
            let actors: [String]
        }

        let items: [Item]?
        let after: Position
    }

    let entries: [Entry]
    let expectations: [Guarded]
    let checks: [Guarded]
    let conditions: [Condition]

    package init(_ commit: Commit) {
        entries = commit.entries.map(Entry.init)
        expectations = commit.expectations.map(Guarded.init)
        checks = commit.checks.map(Guarded.init)
        conditions = commit.conditions.map(Condition.init)
    }

    package var commit: Commit {
        Commit(
            entries: entries.map(\.entry), expectations: expectations.map(\.guarded), checks: checks.map(\.guarded),
            conditions: conditions.map(\.condition))
    }
}
