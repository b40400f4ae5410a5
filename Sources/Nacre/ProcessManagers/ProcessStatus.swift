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

    /// Makes a status of its parts.
    public init(name: String, position: Position, head: Position, halt: ProcessHalt? = nil) {
        self.name = name
        self.position = position
        self.head = max(head, position)
        self.halt = halt
    }
}

extension ProcessRunner {
    /// Looks how far the process has come; changes nothing.
    ///
    /// - Returns: The status of this moment.
    /// - Throws: ``EventStoreError`` and ``EventDecodingError`` where the log or the checkpoint cannot be read.
    public func status() async throws -> ProcessStatus {
        try await journal.status()
    }
}
