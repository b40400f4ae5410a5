/// Where a process manager stands, as the last event of its own stream says.
struct ProcessState: Sendable {
    /// The version of its own stream, which has to be the same when it next writes there.
    var version: StreamVersion = 0

    /// The position up to which everything has been dealt with.
    var position: Position = 0

    /// What halts it.
    var halt: ProcessHalt?

    /// How many events were dealt with behind what is written down.
    var unwritten = 0
}

extension ProcessRunner {
    /// The stream in which a process manager's checkpoints are kept.
    ///
    /// - Parameter process: The name of the process.
    /// - Returns: The name of the stream, which is one of the store's own.
    public static func stream(of process: String) -> StreamName { StreamName("$process-\(process)") }

    var stream: StreamName { Self.stream(of: manager.name) }

    /// Finds where the process stands.
    ///
    /// - Returns: The state; the initial one where the process has written nothing.
    /// - Throws: ``EventStoreError`` where the log cannot be read, or does not hold the event that the checkpoint names;
    ///   ``EventDecodingError`` where the checkpoint cannot be read.
    func state() async throws -> ProcessState {
        var state = ProcessState()
        for try await event in store.read(stream, .backward()) {
            state.version = max(state.version, event.version)
            guard let record = try Self.codec.decode(event) else { continue }
            let position = try await position(of: record)
            state.position = record.isBehindEvent ? position : position - 1
            if case .halted(let mark, let reason) = record {
                state.halt = ProcessHalt(position: position, eventID: mark.eventID, reason: reason, since: event.time)
            }
            break
        }
        return state
    }

    private func position(of record: ProcessRecord) async throws -> Position {
        if let event = try await store.event(withID: record.mark.eventID) { return event.position }
        throw EventStoreError(
            .noSuchPosition,
            """
            process \(quoted(manager.name)) has come to event \(record.mark.eventID), which is not in this log: its \
            stream \(quoted(stream.text)) was imported without what it is about, import the whole log
            """)
    }
}
