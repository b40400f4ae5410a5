/// How far a process manager has come.
public struct ProcessStatus: Hashable, Sendable {
    /// The name of the process.
    public let name: String

    /// The position up to which everything has been dealt with, as it is written down: events behind it that lead to
    /// nothing may have been looked at.
    public let position: Position

    /// The position of the last event in the log.
    public let head: Position

    /// What halts it; `nil` where nothing does.
    public let halt: ProcessHalt?

    /// The events behind its position that it is to pass over, in the order of their positions.
    public let skips: [ProcessSkip]

    /// Makes a status of its parts.
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
    /// Looks how far the process has come; changes nothing.
    ///
    /// - Returns: The status of this moment.
    /// - Throws: ``EventStoreError`` where the log cannot be read.
    public func status() async throws -> ProcessStatus {
        try await journal.status()
    }
}
