public import DomainKit
public import Nacre

/// The store under test, with its own location; implemented by the store's test target.
///
/// Create a fresh one for every rule, and clean up afterwards. All stores must implement the first two
/// requirements. Each of the others belongs to a ``ConformanceRule/Level``, and throws by default, for stores that
/// do not claim that level.
public protocol ConformanceSubject: Sendable {
    /// Creates the store and opens it. Called once.
    ///
    /// - Parameter timeSource: The store's clock.
    /// - Returns: The open, empty store.
    /// - Throws: Errors of opening the store.
    func store(timeSource: any TimeSource) async throws -> any EventStore

    /// Creates another store in another location, with its own log.
    ///
    /// - Returns: The open, empty store.
    /// - Throws: Errors of opening the store.
    func anotherStore() async throws -> any EventStore

    /// Closes the store and reopens it with the same clock, as after a restart.
    ///
    /// - Returns: The reopened store.
    /// - Throws: Errors of opening the store.
    func reopened() async throws -> any EventStore

    /// Appends a commit in a second process, while this process has the store open.
    ///
    /// - Parameter commit: The commit.
    /// - Returns: The result in the second process.
    /// - Throws: `EventStoreError` with the code of the second process's error.
    func appendInAnotherProcess(_ commit: Commit) async throws -> AppendResult

    /// Reads a stream forward in a second process, while this process has the store open.
    ///
    /// - Parameter stream: The stream.
    /// - Returns: The events read by the second process.
    /// - Throws: The second process's error.
    func readInAnotherProcess(_ stream: StreamName) async throws -> [RecordedEvent]

    /// The manipulation of the closed store's files.
    ///
    /// - Throws: ``LevelNotClaimed`` if the store has no files.
    var files: any ConformanceFiles { get throws }

    /// The notices of the store so far.
    ///
    /// - Returns: One text for each notice or warning, in order.
    /// - Throws: ``LevelNotClaimed`` if the store reports no notices.
    func notices() async throws -> [String]
}

extension ConformanceSubject {
    /// Creates the store with the system's clock.
    ///
    /// - Returns: The open, empty store.
    /// - Throws: Errors of opening the store.
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

    /// Fails: the store does not claim to have files.
    public var files: any ConformanceFiles {
        get throws { throw LevelNotClaimed(level: .files) }
    }

    /// Fails: the store does not claim to report notices.
    ///
    /// - Returns: Nothing.
    /// - Throws: ``LevelNotClaimed``.
    public func notices() async throws -> [String] {
        throw LevelNotClaimed(level: .notices)
    }
}

/// The error of checking a rule on a subject that does not claim its level.
public struct LevelNotClaimed: DescribedError {
    /// The level.
    public let level: ConformanceRule.Level

    /// The remedy.
    public var description: String {
        "the subject does not claim the level \(level): implement its requirements, or leave its rules out"
    }
}
