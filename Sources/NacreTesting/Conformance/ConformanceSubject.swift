public import DomainKit
public import Nacre

/// What the conformance suite is run against: one store in a place of its own, provided by the store's test target.
///
/// Make a fresh one for every sentence, and remove what it leaves behind afterwards. Only the first two requirements
/// are asked of every store; the others belong to the levels ``ConformanceSentence/Level/durable`` and
/// ``ConformanceSentence/Level/shared``, and fail where a store that does not claim a level is asked for it.
public protocol ConformanceSubject: Sendable {
    /// Creates the one store and opens it. Called once.
    ///
    /// - Parameter timeSource: The store's clock.
    /// - Returns: The open, empty store.
    /// - Throws: Whatever keeps the store from opening.
    func store(timeSource: any TimeSource) async throws -> any EventStore

    /// Creates another store in another place, with a log of its own.
    ///
    /// - Returns: The open, empty store.
    /// - Throws: Whatever keeps the store from opening.
    func anotherStore() async throws -> any EventStore

    /// Closes the one store and opens it again with the same clock, as after a restart.
    ///
    /// - Returns: The reopened store.
    /// - Throws: Whatever keeps the store from opening.
    func reopened() async throws -> any EventStore

    /// Appends a commit from a second process, while the one store stays open in this one.
    ///
    /// - Parameter commit: The commit.
    /// - Returns: What the second process was answered.
    /// - Throws: `EventStoreError` with the code that the second process got.
    func appendInAnotherProcess(_ commit: Commit) async throws -> AppendResult

    /// Reads a stream forward in a second process, while the one store stays open in this one.
    ///
    /// - Parameter stream: The stream.
    /// - Returns: The events that the second process read.
    /// - Throws: What the second process got.
    func readInAnotherProcess(_ stream: StreamName) async throws -> [RecordedEvent]
}

extension ConformanceSubject {
    /// Creates the one store with the system's clock.
    ///
    /// - Returns: The open, empty store.
    /// - Throws: Whatever keeps the store from opening.
    public func store() async throws -> any EventStore {
        try await store(timeSource: SystemTimeSource())
    }

    /// Fails: the store does not claim to be durable.
    ///
    /// - Returns: Nothing.
    /// - Throws: ``LevelNotClaimed``.
    public func reopened() async throws -> any EventStore {
        throw LevelNotClaimed(level: .durable)
    }

    /// Fails: the store does not claim to be shared.
    ///
    /// - Parameter commit: The commit.
    /// - Returns: Nothing.
    /// - Throws: ``LevelNotClaimed``.
    public func appendInAnotherProcess(_ commit: Commit) async throws -> AppendResult {
        throw LevelNotClaimed(level: .shared)
    }

    /// Fails: the store does not claim to be shared.
    ///
    /// - Parameter stream: The stream.
    /// - Returns: Nothing.
    /// - Throws: ``LevelNotClaimed``.
    public func readInAnotherProcess(_ stream: StreamName) async throws -> [RecordedEvent] {
        throw LevelNotClaimed(level: .shared)
    }
}

/// A sentence was checked on a subject that does not provide what its level needs.
public struct LevelNotClaimed: Error, CustomStringConvertible {
    /// The level.
    public let level: ConformanceSentence.Level

    /// What to do about it.
    public var description: String {
        "the subject does not claim the level \(level): implement its requirements, or leave its sentences out"
    }
}
