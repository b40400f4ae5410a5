public import DomainKit

/// Keeps everything in memory: each opening makes a new, empty log, which ends when it is closed.
///
/// For tests, and for trying things out.
public struct InMemoryEngine: StorageEngine {
    private let time: any TimeSource

    /// Makes an engine.
    ///
    /// - Parameter time: The clock of the logs.
    public init(time: any TimeSource = SystemTimeSource()) {
        self.time = time
    }

    /// A new log and new read models, in memory.
    public var storage: Storage { Storage(store: InMemoryEventStore(timeSource: time), time: time) }

    /// Makes a new log and new read models.
    public func open(for purpose: StoragePurpose) async throws -> Storage { storage }
}

extension StorageEngine where Self == InMemoryEngine {
    /// Keeps everything in memory.
    public static var inMemory: InMemoryEngine { InMemoryEngine() }

    /// Keeps everything in memory, by a clock of one's own.
    ///
    /// - Parameter time: The clock of the logs.
    /// - Returns: The engine.
    public static func inMemory(time: any TimeSource) -> InMemoryEngine { InMemoryEngine(time: time) }
}
