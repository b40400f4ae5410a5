public import DomainKit

/// The journal of a process manager for operators: its position, its halt and its skips, from its own stream.
///
/// It needs only the name of the process and runs nothing. A ``ProcessRunner`` in any program picks up the
/// changes made here. Foreign records in the stream are skipped and reported by a notice.
///
/// Threading: may be shared between tasks.
public struct ProcessJournal: Sendable {
    /// The category of the streams of process managers.
    public static let category = "$process"

    /// The name of the process.
    public let name: String

    let store: any EventStore
    let time: any TimeSource
    let notice: @Sendable (ForeignRecords) -> Void
    let foreignRecords = ForeignRecordReporter()

    /// Creates the journal of a process.
    ///
    /// - Parameters:
    ///   - process: The name of the process.
    ///   - store: The log.
    ///   - time: The clock for records.
    ///   - notice: Called with foreign records in the stream, once for each of them.
    public init(
        of process: String, in store: any EventStore, time: any TimeSource = SystemTimeSource(),
        notice: @escaping @Sendable (ForeignRecords) -> Void = { _ in }
    ) {
        name = process
        self.store = store
        self.time = time
        self.notice = notice
    }

    /// Creates the journal of a stream.
    ///
    /// - Parameters:
    ///   - stream: The stream. The result is `nil` if it is not a process manager's.
    ///   - store: The log.
    ///   - time: The clock for records.
    ///   - notice: Called with foreign records in the stream, once for each of them.
    public init?(
        _ stream: StreamName, in store: any EventStore, time: any TimeSource = SystemTimeSource(),
        notice: @escaping @Sendable (ForeignRecords) -> Void = { _ in }
    ) {
        let bytes = stream.text.utf8
        let prefix = Self.stream(of: "").text.utf8
        // Names are compared by bytes; a `String` prefix could match another spelling. See FMT-10.
        guard bytes.count > prefix.count, bytes.starts(with: prefix) else { return nil }
        self.init(of: String(stream.text.dropFirst(prefix.count)), in: store, time: time, notice: notice)
    }

    /// The stream that holds a process manager's checkpoints.
    ///
    /// - Parameter process: The name of the process.
    /// - Returns: The name of the stream, which is reserved for the store.
    public static func stream(of process: String) -> StreamName { "\(category)-\(process)" }

    /// The stream of the process.
    public var stream: StreamName { Self.stream(of: name) }

    /// Reads the status of the process, without changing anything.
    ///
    /// - Returns: The current status.
    /// - Throws: ``EventStoreError`` if the log cannot be read.
    public func status() async throws -> ProcessStatus {
        let state = try await state()
        return ProcessStatus(
            name: name, position: state.position, head: try await store.head(), halt: state.halt,
            skips: state.skips.values.sorted { $0.position < $1.position })
    }

    /// Clears the halt, so that runners retry the event.
    ///
    /// Does nothing if the process is not halted.
    ///
    /// - Throws: ``EventStoreError`` if the log cannot be read or written.
    public func retry() async throws {
        while true {
            let state = try await state()
            guard let halt = state.halt else { return }
            let retry = ProcessRecord.retried(.init(eventID: halt.eventID, position: halt.position))
            // On a conflict, decide again: another record, such as a planned skip, may leave the process halted.
            if try await record(retry, at: state.version) { return }
        }
    }

    /// Skips an event permanently: the one that halts the process, or one that it has not handled yet.
    ///
    /// Does nothing if a skip of the event is already planned.
    ///
    /// - Parameters:
    ///   - position: The position of the event.
    ///   - reason: Why the event may be skipped, which is recorded in the stream: 1 to ``ProjectionSkip/reasonBytes``
    ///     of UTF-8.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument`` if the process has already
    ///   handled the position or the reason is outside its limits, with code ``EventStoreError/Code/noSuchPosition``
    ///   if there is no event at the position, or if the log cannot be read or written.
    public func skip(_ position: Position, reason: String) async throws {
        try ProjectionSkip.validate(reason: reason)
        while true {
            let state = try await state()
            let skip: ProcessRecord
            if let halt = state.halt, halt.position == position {
                skip = .skipped(ProcessRecord.Mark(eventID: halt.eventID, position: position), reason: reason)
            } else {
                let event = try await store.event(at: position)
                guard position > state.position else {
                    throw EventStoreError.invalid(
                        "process \(quoted(name)) cannot skip position \(position): it has handled all events up to "
                            + "position \(state.position)")
                }
                // Planned already, perhaps by an interrupted call.
                if state.skips[event.id] != nil { return }
                skip = .skipPlanned(ProcessRecord.Mark(event), reason: reason)
            }
            // On a conflict decide again: the runner may have passed the position meanwhile.
            if try await record(skip, at: state.version) { return }
        }
    }
}
