public import DomainKit

/// What the own stream of a process manager tells, for whoever looks after it: where it stands, and what halts it.
///
/// It knows the process by its name alone and runs nothing: what is put right here, ``ProcessRunner`` goes on with, in
/// whichever program.
///
/// Threading: may be shared between tasks.
public struct ProcessJournal: Sendable {
    /// The category of the streams of process managers.
    public static let category = "$process"

    /// The name of the process.
    public let name: String

    let store: any EventStore
    let time: any TimeSource

    private static let codec = ProcessRecordCodec()

    /// Makes the journal of a process.
    ///
    /// - Parameters:
    ///   - process: The name of the process.
    ///   - store: The log.
    ///   - time: What says when something is put right.
    public init(of process: String, in store: any EventStore, time: any TimeSource = SystemTimeSource()) {
        name = process
        self.store = store
        self.time = time
    }

    /// Makes the journal that a stream is.
    ///
    /// - Parameters:
    ///   - stream: The stream; `nil` is made of one that is no process manager's.
    ///   - store: The log.
    ///   - time: What says when something is put right.
    public init?(_ stream: StreamName, in store: any EventStore, time: any TimeSource = SystemTimeSource()) {
        let bytes = stream.text.utf8
        let prefix = Self.stream(of: "").text.utf8
        guard bytes.count > prefix.count, bytes.starts(with: prefix) else { return nil }
        self.init(of: String(stream.text.dropFirst(prefix.count)), in: store, time: time)
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
    /// - Throws: ``EventStoreError`` and ``EventDecodingError`` where the log or the checkpoint cannot be read.
    public func status() async throws -> ProcessStatus {
        let state = try await state()
        return ProcessStatus(name: name, position: state.position, head: try await store.head(), halt: state.halt)
    }

    /// Ends what halts the process, so that whoever runs it tries the event again; one that is not halted stays as it is.
    ///
    /// - Throws: ``EventStoreError`` and ``EventDecodingError`` where the log cannot be read or written.
    public func retry() async throws {
        let state = try await state()
        guard let halt = state.halt else { return }
        // Whoever comes in between has decided what becomes of the halt.
        _ = try await record(.retried(.init(eventID: halt.eventID, position: halt.position)), at: state.version)
    }

    /// Has the process pass over the event that halts it, for good.
    ///
    /// - Parameters:
    ///   - position: The position before which the process halts.
    ///   - reason: Why the event may be passed over, which the stream keeps: 1 to ``ProjectionSkip/reasonBytes`` of UTF-8.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument`` where the process does not halt
    ///   there, or the reason is outside its limits; otherwise where the log cannot be read or written.
    public func skip(_ position: Position, reason: String) async throws {
        try ProjectionSkip.validate(reason: reason)
        while true {
            let state = try await state()
            guard let halt = state.halt, halt.position == position else {
                let place = state.halt.map { "it halts before position \($0.position)" } ?? "it is not halted"
                throw EventStoreError.invalid("process \(quoted(name)) cannot skip position \(position): \(place)")
            }
            let skip = ProcessRecord.skipped(
                ProcessRecord.Mark(eventID: halt.eventID, position: position), reason: reason)
            if try await record(skip, at: state.version) { return }
        }
    }
}

extension ProcessJournal {
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
            process \(quoted(name)) has come to event \(record.mark.eventID), which is not in this log: its \
            stream \(quoted(stream.text)) was imported without what it is about, import the whole log
            """)
    }

    /// Appends a record, with what follows from the event that it is about.
    ///
    /// - Parameters:
    ///   - record: What to note.
    ///   - commit: What follows.
    ///   - version: The version at which the stream was found.
    /// - Returns: Whether it was appended; otherwise another runner has written there.
    /// - Throws: What the store throws.
    func record(
        _ record: ProcessRecord, with commit: Commit = Commit(entries: []), at version: StreamVersion
    ) async throws -> Bool {
        var commit = commit
        var event = Self.codec.encode(record)
        event.time = time.now()
        commit.entries.append(Commit.Entry(stream: stream, event: event))
        commit.expectations.append(Commit.Guard(stream: stream, expectation: .exact(version)))
        do {
            try await store.append(commit)
            return true
        } catch let error as EventStoreError where error.code == .conflict && error.isAbout(stream) {
            return false
        }
    }
}

extension EventStoreError {
    /// Whether the version of a stream is among what did not hold.
    fileprivate func isAbout(_ stream: StreamName) -> Bool {
        violations.contains { violation in
            if case .expectation(let violated, _, _) = violation { violated == stream } else { false }
        }
    }
}
