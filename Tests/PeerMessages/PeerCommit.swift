package import Nacre

/// A commit on its way to another process.
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

    let entries: [Entry]
    let expectations: [Guarded]
    let checks: [Guarded]

    package init(_ commit: Commit) {
        entries = commit.entries.map(Entry.init)
        expectations = commit.expectations.map(Guarded.init)
        checks = commit.checks.map(Guarded.init)
    }

    package var commit: Commit {
        Commit(
            entries: entries.map(\.entry), expectations: expectations.map(\.guarded), checks: checks.map(\.guarded))
    }
}
