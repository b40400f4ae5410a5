internal import DomainKit

extension ProcessJournal {
    private static let codec = ProcessRecordCodec()

    /// An event of the stream, classified.
    private enum Found {
        /// A record of the process about the event at a position.
        case own(ProcessRecord, about: Position)

        /// Not a record of the process.
        case foreign(because: String)
    }

    /// Reads the state of the process.
    ///
    /// - Returns: The state; the initial one if the process has written nothing.
    /// - Throws: ``EventStoreError`` if the log cannot be read.
    func state() async throws -> ProcessState {
        var state = ProcessState()
        var foreign = foreignRecords.findings(in: stream)
        // The version of the record that holds the position. Earlier records are not read, except planned skips.
        var first: StreamVersion = 0
        search: for try await event in store.read(stream, .backward()) {
            // Foreign records count too: the next append expects the version of the stream, not the number of own
            // records.
            state.version = max(state.version, event.version)
            switch try await found(event) {
            case .foreign(let reason): foreign.add(event, because: reason)
            case .own(.skipPlanned, _): break
            case .own(let record, let position):
                state.apply(record, at: position, since: event.time)
                first = event.version
                break search
            }
        }
        // A pending skip was recorded after the event that it is about, and therefore after the position.
        if state.version > 0, try await store.head() > state.position {
            for try await event in store.readLog(.forward(after: state.position), matching: Self.plans)
            // The query finds the planned skips of all process managers.
            where event.stream == stream {
                switch try await found(event) {
                case .own(.skipPlanned(let mark, let reason), let position) where position > state.position:
                    let skip = ProcessSkip(
                        position: position, eventID: mark.eventID, reason: reason, time: event.time)
                    state.skips[mark.eventID, default: skip] = skip
                case .foreign(let reason) where event.version < first: foreign.add(event, because: reason)
                case .own, .foreign: break
                }
            }
        }
        if let found = foreignRecords.notice(of: foreign) { notice(found) }
        return state
    }

    /// Finds the planned skips of all processes.
    private static let plans = Query([
        Query.Item(types: [EventType(ProcessRecordCodec.Kind.skipPlanned.rawValue)], categories: [category])
    ])

    /// Whether an event is a record of the process.
    ///
    /// It must have a type and schema that processes write and all fields of that schema, and be about an event that
    /// precedes it in the log.
    private func found(_ event: RecordedEvent) async throws -> Found {
        // PROC-03: A checkpoint names its event by id.
        let record: ProcessRecord
        do {
            guard let decoded = try Self.codec.decode(event) else {
                return .foreign(because: "of the unknown type \(quoted(event.type.text))")
            }
            record = decoded
        } catch {
            return .foreign(because: "a \(quoted(event.type.text)) that cannot be decoded: \(error.reason)")
        }
        guard let about = try await store.event(withID: record.mark.eventID), about.position < event.position else {
            return .foreign(
                because: """
                    a \(quoted(event.type.text)) about event \(record.mark.eventID), which is not in the log before it: \
                    if only a part of a log was imported, import all of it
                    """)
        }
        return .own(record, about: about.position)
    }

    /// Appends a record together with the reaction to its event.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - commit: The reaction.
    ///   - version: The expected version of the stream.
    /// - Returns: Whether it was appended; `false` if another runner has written to the stream.
    /// - Throws: Errors of the store.
    func record(
        _ record: ProcessRecord, with commit: Commit = Commit(entries: []), at version: StreamVersion
    ) async throws -> Bool {
        var commit = commit
        var event = Self.codec.encode(record)
        event.time = time.now()
        commit.entries.append(Commit.Entry(stream: stream, event: event))
        // Of two runners that handled the same event, the first to append wins; the other one reads the state again.
        commit.expectations.append(Commit.Guard(stream: stream, expectation: .exact(version)))
        do {
            try await store.append(commit, as: .system)
            return true
        } catch let error as EventStoreError where error.code == .conflict && error.isAbout(stream) {
            // A conflict on another stream belongs to the reaction, which is decided again or halts the process.
            return false
        }
    }
}

extension ProcessState {
    /// Updates the state from a record.
    fileprivate mutating func apply(_ record: ProcessRecord, at position: Position, since time: Instant) {
        switch record {
        case .reached, .skipped: self.position = position
        case .retried: self.position = position - 1
        case .halted(let mark, let reason):
            self.position = position - 1
            halt = ProcessHalt(position: position, eventID: mark.eventID, reason: reason, since: time)
        case .skipPlanned: break
        }
    }
}

extension EventStoreError {
    /// Whether the violations include the version of a stream.
    fileprivate func isAbout(_ stream: StreamName) -> Bool {
        violations.contains { violation in
            if case .expectation(let violated, _, _) = violation { violated == stream } else { false }
        }
    }
}
