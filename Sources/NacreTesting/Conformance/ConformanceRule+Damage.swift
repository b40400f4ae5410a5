internal import Nacre

extension ConformanceRule {
    /// What is read from a damaged log.
    static let damage: [ConformanceRule] = [
        .rule(.files, "a damaged event is an error with its position on every path, and other events stay readable") {
            subject in
            let damaged: Position = 7
            let events = try await subject.filledAndClosed()
            try await subject.files.damageEvent(at: damaged)
            let store = try await subject.reopened()
            try await store.requireDamageReported(about: events, without: damaged...damaged)
        },
        .rule(.files, "a gap in the log is damage at its position on every path, and is never skipped") { subject in
            let events = try await subject.filledAndClosed()
            let lost = try await subject.files.loseEvents(around: 7)
            try require(lost.contains(7) && lost.upperBound < 16, "the subject lost the positions \(lost)")
            let store = try await subject.reopened()
            try await store.requireDamageReported(about: events, without: lost)
        },
    ]
}

extension ConformanceSubject {
    /// Appends commits of four events each, tagged with their positions, and closes the store.
    fileprivate func filledAndClosed() async throws -> [RecordedEvent] {
        let store = try await store()
        for commit in 0..<6 {
            try await store.append(
                Commit(
                    entries: (1...4).map { number in
                        // Two streams alternate, so that each loses some of its events and keeps others.
                        let position = commit * 4 + number
                        return Commit.Entry(
                            stream: StreamName("a-\(position % 2)"),
                            event: .fact(
                                String(repeating: "\(position)", count: 30), id: .random(), tags: ["n:\(position)"]))
                    }))
        }
        let events = try await store.everything()
        await store.close()
        return events
    }
}

extension EventStore {
    /// Fails the rule unless every path that meets the lost positions throws damage there.
    ///
    /// All other paths must return correct results or throw that damage too.
    fileprivate func requireDamageReported(
        about events: [RecordedEvent], without lost: ClosedRange<Position>
    ) async throws {
        let before = events.filter { $0.position < lost.lowerBound }
        let after = events.filter { $0.position > lost.upperBound }
        let lostEvents = events.filter { lost.contains($0.position) }
        for event in before + after {
            try requireEqual(try await self.event(at: event.position), event, "the event at \(event.position)")
        }
        for event in lostEvents {
            try await requireDamage(in: lost, "the event at \(event.position)") {
                _ = try await self.event(at: event.position)
            }
            try await requireDamage(in: lost, "the event by the id of position \(event.position)") {
                _ = try await self.event(withID: event.id)
            }
            try await requireDamage(in: lost, "the query for position \(event.position)") {
                _ = try await readLog(matching: .tagged(event.tags[0])).collect()
            }
            try await requireDamage(in: lost, "the stream of position \(event.position)") {
                try await requireRead(read(event.stream), before.filter { $0.stream == event.stream })
            }
        }
        try await requireDamage(in: lost, "the log forward") { try await requireRead(readLog(), before) }
        try await requireDamage(in: lost, "the log backward") {
            try await requireRead(readLog(.backward()), after.reversed())
        }
        if let log = mappedLog {
            try await requireDamage(in: lost, "a scan") { try scanned(log, before) }
        }
        try await requireDamage(in: lost, "a subscription") { try await followed(before) }
        try await requireProjected(lost)
        try await requireNoneHolds(lostEvents, lost)
        for event in before + after {
            try await allowingDamage(in: lost) {
                let found = try await readLog(matching: .tagged(event.tags[0])).collect()
                try requireEqual(found, [event], "what the query for position \(event.position) finds")
            }
        }
    }

    /// Checks that a read returns a prefix of these events, in order, before it throws.
    private func requireRead(_ sequence: EventSequence, _ expected: [RecordedEvent]) async throws {
        var read: [RecordedEvent] = []
        do {
            for try await event in sequence { read.append(event) }
        } catch {
            try requireEqual(read, Array(expected.prefix(read.count)), "the events before the damage")
            throw error
        }
    }

    private func scanned(_ log: any MappedLog, _ expected: [RecordedEvent]) throws {
        var scanned: [RecordedEvent] = []
        do {
            try log.scan(after: 0) { event in
                scanned.append(event.recorded())
                return true
            }
        } catch {
            try requireEqual(scanned, expected, "the events that were scanned before the damage")
            throw error
        }
    }

    private func followed(_ expected: [RecordedEvent]) async throws {
        try await withTimeLimit {
            var seen: [RecordedEvent] = []
            var messages = subscribe(after: 0, matching: .all).makeAsyncIterator()
            do {
                while let message = try await messages.next() {
                    guard case .event(let event) = message else { return }
                    seen.append(event)
                }
            } catch {
                try requireEqual(seen, Array(expected.prefix(seen.count)), "the delivered events")
                throw error
            }
        }
    }

    private func requireProjected(_ lost: ClosedRange<Position>) async throws {
        let models = InMemoryReadModelStore()
        try await requireDamage(in: lost, "a projection") {
            // One event per batch, so that everything before the damage is applied.
            try await TallyProjection().runner(on: self, models, events: 1).catchUp()
        }
        let position = try models.state()?.checkpoint.position ?? 0
        try require(position < lost.lowerBound, "a projection has reached position \(position)")
        try requireEqual(try models.tally(), (0..<position).map { $0 + 1 }.tallied(), "the events that it has applied")
    }

    /// Checks that no condition or expectation that depends on damaged positions holds.
    private func requireNoneHolds(_ lostEvents: [RecordedEvent], _ lost: ClosedRange<Position>) async throws {
        let head = try await head()
        for event in lostEvents {
            var condition = Commit([.fact()], to: "new-1")
            condition.conditions = [AppendCondition(failIfEventsMatch: .tagged(event.tags[0]))]
            var repeated = Commit([EventData(id: event.id, type: event.type, data: [0])], to: event.stream)
            repeated.entries[0].event.id = event.id
            let expectingNone = Commit([.fact()], to: event.stream, expecting: .noStream)
            for commit in [condition, repeated, expectingNone] {
                do {
                    _ = try await append(commit)
                    throw ConformanceFailure(
                        finding: "a commit that depends on position \(event.position) was accepted")
                } catch let error as EventStoreError {
                    // An index that is intact may show the violation even though the event cannot be read.
                    let codes: [EventStoreError.Code] = [.damaged, .conflict, .idempotencyMismatch]
                    try require(codes.contains(error.code), "a commit was refused as \(error.code)")
                }
            }
        }
        try await allowingDamage(in: lost) {
            try requireEqual(try await self.head(), head, "the head after the refusals")
        }
    }
}

/// Fails the rule unless an operation throws damage at, or directly after, lost positions.
private func requireDamage(
    in lost: ClosedRange<Position>, _ what: String, _ operation: () async throws -> Void
) async throws {
    let error = try await requireError(.damaged, what, operation)
    let position = try requireValue(error.position, "the position in the error of \(what)")
    try require(
        // A gap may show only at the event after it.
        position >= lost.lowerBound && position <= lost.upperBound + 1,
        "\(what) names position \(position), the damage is at \(lost)")
}

/// Accepts that an operation succeeds or throws the damage.
private func allowingDamage(in lost: ClosedRange<Position>, _ operation: () async throws -> Void) async throws {
    do {
        try await operation()
    } catch let error as EventStoreError where error.code == .damaged {
        try require(error.position.map { $0 >= lost.lowerBound } == true, "it names no lost position: \(error)")
    }
}
