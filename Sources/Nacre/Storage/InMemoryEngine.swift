public import DomainKit

/// A storage engine in memory, for tests and experiments.
///
/// Each opening creates a new, empty log, which is lost when it is closed.
public struct InMemoryEngine: StorageEngine {
    private let time: any TimeSource

    /// Creates an engine.
    ///
    /// - Parameter time: The clock of the logs.
    public init(time: any TimeSource = SystemTimeSource()) {
        self.time = time
    }

    /// A new log and new read models, in memory.
    public var storage: Storage { Storage(store: InMemoryEventStore(timeSource: time), time: time) }

    /// Creates a new log and new read models.
    public func open(for purpose: StoragePurpose) async throws -> Storage { storage }
}

extension StorageEngine where Self == InMemoryEngine {
    /// The in-memory engine.
    public static var inMemory: InMemoryEngine { InMemoryEngine() }

    /// The in-memory engine with a given clock.
    ///
    /// - Parameter time: The clock of the logs.
    /// - Returns: The engine.
    public static func inMemory(time: any TimeSource) -> InMemoryEngine { InMemoryEngine(time: time) }
}
