import ArgumentParser

/// A deliberate fault in a child's acknowledgements, to verify that the audit notices it.
package enum CrashPlant: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// It acknowledges a commit before it writes it: a kill in between loses the commit.
    case earlyAcknowledgement = "early-acknowledgement"

    /// It acknowledges every twentieth commit without ever writing it.
    case lostCommit = "lost-commit"

    /// It writes every twentieth commit in two parts.
    case partialCommit = "partial-commit"

    /// It writes every twentieth commit without the schema numbers and metadata of its events.
    case lostMetadata = "lost-metadata"
}
