public import DomainKit

/// What the own stream of a process manager tells, for the operators of it: where it stands, and what halts it.
///
/// It knows the process by its name alone and runs nothing: what is put right here, ``ProcessRunner`` goes on with, in
/// whichever program. Events in the stream that are not the process's own are passed over, and the notice says so.
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
    let foreignRecords = ForeignRecordMemory()

    /// Makes the journal of a process.
    ///
    /// - Parameters:
    ///   - process: The name of the process.
    ///   - store: The log.
    ///   - time: What says when something is put right.
    ///   - notice: Is told of events in the stream that are not the process's own, of each once.
    public init(
        of process: String, in store: any EventStore, time: any TimeSource = SystemTimeSource(),
        notice: @escaping @Sendable (ForeignRecords) -> Void = { _ in }
    ) {
        name = process
        self.store = store
        self.time = time
        self.notice = notice
    }

    /// Makes the journal that a stream is.
    ///
    /// - Parameters:
    ///   - stream: The stream; `nil` is made of one that is no process manager's.
    ///   - store: The log.
    ///   - time: What says when something is put right.
    ///   - notice: Is told of events in the stream that are not the process's own, of each once.
    public init?(
        _ stream: StreamName, in store: any EventStore, time: any TimeSource = SystemTimeSource(),
        notice: @escaping @Sendable (ForeignRecords) -> Void = { _ in }
    ) {
        let bytes = stream.text.utf8
        let prefix = Self.stream(of: "").text.utf8
        guard bytes.count > prefix.count, bytes.starts(with: prefix) else { return nil }
        self.init(of: String(stream.text.dropFirst(prefix.count)), in: store, time: time, notice: notice)
    }

    /// The stream in which a process manager's checkpoints are kept.
    ///
    /// - Parameter process: The name of the process.
    /// - Returns: The name of the stream, which is one of the store's own.
    public static func stream(of process: String) -> StreamName { "\(category)-\(process)" }

    /// The stream of the process.
    public var stream: StreamName { Self.stream(of: name) }

    /// Looks how far the process has come; changes nothing.
    ///
    /// - Returns: The status of this moment.
    /// - Throws: ``EventStoreError`` where the log cannot be read.
    public func status() async throws -> ProcessStatus {
        let state = try await state()
        return ProcessStatus(
            name: name, position: state.position, head: try await store.head(), halt: state.halt,
            skips: state.skips.values.sorted { $0.position < $1.position })
    }

    /// Ends what halts the process, so that its runners try the event again; one that is not halted stays as it is.
    ///
    /// - Throws: ``EventStoreError`` where the log cannot be read or written.
    public func retry() async throws {
        let state = try await state()
        guard let halt = state.halt else { return }
        // A writer that comes in between has decided what becomes of the halt.
        _ = try await record(.retried(.init(eventID: halt.eventID, position: halt.position)), at: state.version)
    }

    /// Has the process pass over an event, for good: the one that halts it, or any that it has not dealt with yet.
    ///
    /// One that is to be passed over already stays as it is.
    ///
    /// - Parameters:
    ///   - position: The position of the event.
    ///   - reason: Why the event may be passed over, which the stream keeps: 1 to ``ProjectionSkip/reasonBytes`` of UTF-8.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument`` where the process has dealt with
    ///   the position, or the reason is outside its limits; with code ``EventStoreError/Code/noSuchPosition`` where no
    ///   event stands there; otherwise where the log cannot be read or written.
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
                        "process \(quoted(name)) cannot skip position \(position): it has dealt with all events up to "
                            + "position \(state.position)")
                }
                if state.skips[event.id] != nil { return }
                skip = .skipPlanned(ProcessRecord.Mark(event), reason: reason)
            }
            if try await record(skip, at: state.version) { return }
        }
    }
}
