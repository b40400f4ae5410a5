import ArgumentParser

/// A way in which a child deals carelessly with what it acknowledges, for finding out whether the audit notices.
enum CrashPlant: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// It acknowledges a commit before it writes it: what a kill catches in between is lost.
    case earlyAcknowledgement = "early-acknowledgement"

    /// It acknowledges every twentieth commit without ever writing it.
    case lostCommit = "lost-commit"

    /// It writes every twentieth commit in two parts.
    case partialCommit = "partial-commit"

    /// It writes every twentieth commit without the schema numbers and metadata of its events.
    case lostMetadata = "lost-metadata"
}
