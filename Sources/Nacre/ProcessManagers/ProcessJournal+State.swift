internal import DomainKit

extension ProcessJournal {
    private static let codec = ProcessRecordCodec()

    /// What an event in the stream is.
    private enum Found {
        /// The process's own, about the event at a position.
        case own(ProcessRecord, about: Position)

        /// Not the process's own.
        case foreign(because: String)
    }

    /// Finds where the process stands.
    ///
    /// - Returns: The state; the initial one where the process has written nothing.
    /// - Throws: ``EventStoreError`` where the log cannot be read.
    func state() async throws -> ProcessState {
        var state = ProcessState()
        var foreign = foreignRecords.finds(in: stream)
        // The version of the record that tells the position: those before it are not looked at, but for skips.
        var first: StreamVersion = 0
        search: for try await event in store.read(stream, .backward()) {
            state.version = max(state.version, event.version)
            switch try await found(event) {
            case .foreign(let reason): foreign.add(event, because: reason)
            case .own(.skipPlanned, _): break
            case .own(let record, let position):
                state.stand(at: position, as: record, since: event.time)
                first = event.version
                break search
            }
        }
        // A skip that is still to come was decided behind the event that it is about, and so behind the position.
        if state.version > 0, try await store.head() > state.position {
            for try await event in store.readLog(.forward(after: state.position), matching: Self.plans)
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
        if let news = foreignRecords.news(of: foreign) { notice(news) }
        return state
    }

    /// What finds skips that are to come, of all processes.
    private static let plans = Query([
        Query.Item(types: [EventType(ProcessRecordCodec.Kind.skipPlanned.rawValue)], categories: [category])
    ])

    /// Judges whether an event is the process's own: of a type and schema that it writes, with fields that can be read, about
    /// an event that is in the log before it.
    private func found(_ event: RecordedEvent) async throws -> Found {
        let record: ProcessRecord
        do {
            guard let decoded = try Self.codec.decode(event) else {
                return .foreign(because: "whose type \(quoted(event.type.text)) no process writes")
            }
            record = decoded
        } catch {
            return .foreign(because: "a \(quoted(event.type.text)) that cannot be read: \(error.reason)")
        }
        guard let about = try await store.event(withID: record.mark.eventID), about.position < event.position else {
            return .foreign(
                because: """
                    a \(quoted(event.type.text)) about event \(record.mark.eventID), which is not in the log before it: \
                    where a part of a log was imported, import the whole
                    """)
        }
        return .own(record, about: about.position)
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
            try await store.append(commit, as: .system)
            return true
        } catch let error as EventStoreError where error.code == .conflict && error.isAbout(stream) {
            return false
        }
    }
}

extension ProcessState {
    /// Takes down what a record tells of where the process stands.
    fileprivate mutating func stand(at position: Position, as record: ProcessRecord, since time: Instant) {
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
    /// Whether the version of a stream is among what did not hold.
    fileprivate func isAbout(_ stream: StreamName) -> Bool {
        violations.contains { violation in
            if case .expectation(let violated, _, _) = violation { violated == stream } else { false }
        }
    }
}
