import Nacre

/// Writes the events of a log that may be damaged, around the damage.
struct IntactExport {
    private let log: IntactLog
    private let stream: StreamName?

    /// The number of events written.
    private(set) var count = 0

    /// The damage, each reported by a notice.
    private(set) var damage: [LogDamage] = []

    /// Prepares an export.
    ///
    /// - Parameters:
    ///   - log: The log.
    ///   - stream: The stream; `nil` for the whole log.
    init(of log: IntactLog, stream: StreamName?) {
        self.log = log
        self.stream = stream
    }

    /// Calls a closure with each event.
    ///
    /// - Parameters:
    ///   - tool: The program's name.
    ///   - write: Called with each event.
    /// - Throws: `EventStoreError` if the disk fails; ``CommandError`` if an undamaged log does not have the stream;
    ///   errors of `write`.
    mutating func run(tool: String, _ write: (RecordedEvent) throws -> Void) async throws {
        try await log.read { part in
            switch part {
            case .event(let event) where stream == nil || event.stream == stream:
                try write(event)
                count += 1
            case .event: break
            case .damage(let found):
                damage.append(found)
                Console.standard.diagnostics.notice("\(found)")
            }
        }
        // In a damaged log, its events may be among those that are lost.
        if let stream, count == 0, damage.isEmpty { throw CommandError.noSuchStream(stream, tool: tool) }
    }
}
