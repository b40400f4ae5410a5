/// The progress of a process manager.
public struct ProcessStatus: Hashable, Sendable {
    /// The name of the process.
    public let name: String

    /// The position up to which everything has been handled according to the checkpoint.
    ///
    /// Later events without a reaction may have been processed.
    public let position: Position

    /// The head of the log.
    public let head: Position

    /// Its halt; `nil` if it is not halted.
    public let halt: ProcessHalt?

    /// The events after the position that are to be skipped, in the order of their positions.
    public let skips: [ProcessSkip]

    /// Creates a status from its parts.
    public init(
        name: String, position: Position, head: Position, halt: ProcessHalt? = nil, skips: [ProcessSkip] = []
    ) {
        self.name = name
        self.position = position
        self.head = max(head, position)
        self.halt = halt
        self.skips = skips
    }
}

extension ProcessRunner {
    /// Reads the status of the process, without changing anything.
    ///
    /// - Returns: The current status.
    /// - Throws: ``EventStoreError`` if the log cannot be read.
    public func status() async throws -> ProcessStatus {
        try await journal.status()
    }
}
