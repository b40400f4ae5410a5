public import DomainKit
public import Nacre

/// What the conformance suite is run against: one store in a place of its own, provided by the store's test target.
///
/// Make a fresh one for every sentence, and remove what it leaves behind afterwards. Only the first two requirements
/// are asked of every store; each of the others belongs to a ``ConformanceSentence/Level``, and fails where a store that
/// does not claim it is asked for it.
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

    /// What changes the files of the one store while it is closed.
    ///
    /// - Throws: ``LevelNotClaimed``, of a store that has no files.
    var files: any ConformanceFiles { get throws }

    /// What the one store has told so far.
    ///
    /// - Returns: A text for each notice or warning, in their order.
    /// - Throws: ``LevelNotClaimed``, of a store that tells nothing.
    func notices() async throws -> [String]
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

    /// None: the store does not claim to have files.
    public var files: any ConformanceFiles {
        get throws { throw LevelNotClaimed(level: .files) }
    }

    /// Fails: the store does not claim to tell anything.
    ///
    /// - Returns: Nothing.
    /// - Throws: ``LevelNotClaimed``.
    public func notices() async throws -> [String] {
        throw LevelNotClaimed(level: .notices)
    }
}

/// A sentence was checked on a subject that does not provide what its level needs.
public struct LevelNotClaimed: DescribedError {
    /// The level.
    public let level: ConformanceSentence.Level

    /// What to do about it.
    public var description: String {
        "the subject does not claim the level \(level): implement its requirements, or leave its sentences out"
    }
}
