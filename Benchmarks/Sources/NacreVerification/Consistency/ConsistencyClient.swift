import Nacre

/// A client, which appends and reads concurrently with others, and records every call.
actor ConsistencyClient {
    /// A recorded commit, with everything needed to append it again.
    struct Recorded: Sendable {
        var attempt: AppendAttempt
        var ids: [EventID]
    }

    private let number: Int
    private let plan: ConsistencyPlan
    private let draw: AttemptDraw
    private let target: any ConsistencyTarget
    private let note: @Sendable (HistoryEntry) throws -> Void
    private var random: SplitMix64
    private var known = AttemptDraw.Knowledge()
    private var commits = 0
    private var recorded: [Recorded] = []

    init(
        _ number: Int, _ plan: ConsistencyPlan, on target: any ConsistencyTarget,
        note: @escaping @Sendable (HistoryEntry) throws -> Void
    ) {
        self.number = number
        self.plan = plan
        self.target = target
        self.note = note
        draw = AttemptDraw(plan: plan)
        random = SplitMix64(seed: plan.seed ^ SplitMix64.hash(UInt64(number) + 1))
    }

    /// Makes its calls, one after the other.
    func run() async throws {
        for _ in 0..<plan.callsPerClient where monotonicNanoseconds() < plan.until {
            switch random.next(below: 100) {
            case 0..<35: try await append(isIdentified: false)
            case 35..<50: try await append(isIdentified: true)
            case 50..<56: try await appendAgain()
            case 56..<59: try await appendAltered()
            case 59..<62: try await appendTwice()
            case 62..<64: try await withdraw()
            default: try await read()
            }
        }
    }

    // MARK: Appending

    private func nextKey() -> CommitKey {
        defer { commits += 1 }
        return CommitKey(client: number, number: commits)
    }

    private func append(isIdentified: Bool) async throws {
        let attempt = draw.attempt(nextKey(), isIdentified: isIdentified, by: known, &random)
        let ids = isIdentified ? ids(of: attempt) : nil
        try learn(try await call(attempt, ids), ids)
    }

    private func appendAgain() async throws {
        guard !recorded.isEmpty else { return }
        let commit = recorded[random.next(below: recorded.count)]
        var attempt = commit.attempt
        attempt.kind = .repeated
        draw.addRules(to: &attempt, by: known, &random)
        try learn(try await call(attempt, commit.ids), nil)
    }

    private func appendAltered() async throws {
        guard !recorded.isEmpty else { return }
        let commit = recorded[random.next(below: recorded.count)]
        var attempt = commit.attempt
        attempt.kind = .altered
        attempt.key = nextKey()
        var ids = commit.ids
        // Some of the ids are new if there are several; otherwise there is one event more than recorded.
        if random.happens(percent: 50) {
            attempt.events.append(attempt.events[0])
            ids.append(EventLabel(key: attempt.key, index: ids.count, count: ids.count + 1).id(seed: plan.seed))
        }
        try learn(try await call(attempt, ids), nil)
    }

    private func appendTwice() async throws {
        let attempt = draw.attempt(nextKey(), isIdentified: true, by: known, &random)
        let ids = ids(of: attempt)
        async let first = call(attempt, ids)
        async let second = call(attempt, ids)
        for entry in try await [first, second] { try learn(entry, ids) }
    }

    private func withdraw() async throws {
        var attempt = draw.attempt(nextKey(), isIdentified: false, by: known, &random)
        attempt.kind = .withdrawn
        let task = Task { try await call(attempt, nil) }
        if random.happens(percent: 50) { await Task.yield() }
        task.cancel()
        try learn(try await task.value, nil)
    }

    private func ids(of attempt: AppendAttempt) -> [EventID] {
        attempt.events.indices.map {
            EventLabel(key: attempt.key, index: $0, count: attempt.events.count).id(seed: plan.seed)
        }
    }

    private nonisolated func call(_ attempt: AppendAttempt, _ ids: [EventID]?) async throws -> HistoryEntry {
        let commit = attempt.commit(ids: ids, payloadBytes: plan.payloadBytes)
        let invoked = monotonicNanoseconds()
        let outcome: AppendOutcome
        do {
            outcome = AppendOutcome(try await target.append(commit))
        } catch {
            outcome = AppendOutcome(error)
        }
        let entry = HistoryEntry(
            client: number, invoked: invoked, completed: monotonicNanoseconds(), call: .append(attempt, outcome))
        try note(entry)
        return entry
    }

    /// Updates the client's knowledge from an answer; the next rules are drawn from it.
    private func learn(_ entry: HistoryEntry, _ ids: [EventID]?) throws {
        guard case .append(let attempt, let outcome) = entry.call else { return }
        switch outcome {
        case .accepted(let positions, let versions, _):
            known.head = max(known.head, positions.max() ?? 0)
            for (stream, version) in zip(attempt.streams, versions) {
                known.versions[stream] = max(version, known.versions[stream, default: 0])
            }
            if let ids, attempt.kind == .identified { remember(Recorded(attempt: attempt, ids: ids)) }
        case .refused(let rules):
            for rule in rules {
                switch rule {
                case .expectation(let expected, let actual), .check(let expected, let actual):
                    known.versions[expected.stream] = actual
                case .condition(_, let position): known.head = max(known.head, position)
                case .unknown: break
                }
            }
        case .mismatched, .withdrawn, .failed: break
        }
    }

    private func remember(_ commit: Recorded) {
        if recorded.count == 16 { recorded.remove(at: random.next(below: 16)) }
        recorded.append(commit)
    }

    // MARK: Reading

    private func read() async throws {
        let call = drawRead()
        let invoked = monotonicNanoseconds()
        let outcome: ReadOutcome
        do {
            outcome = try await answer(to: call)
        } catch {
            outcome = .failed("\(error)")
        }
        try note(
            HistoryEntry(
                client: number, invoked: invoked, completed: monotonicNanoseconds(), call: .read(call, outcome)))
    }

    private func drawRead() -> ReadCall {
        let filter: EventFilter =
            switch random.next(below: 4) {
            case 0: .log
            case 1: .stream(draw.stream(by: known, &random))
            default: draw.filter(&random)
            }
        let limit = 1 + random.next(below: 12)
        switch random.next(below: 10) {
        case 0..<2: return .head
        case 2..<4: return .version(stream: draw.stream(by: known, &random))
        case 4..<7: return .last(filter, limit: limit)
        default:
            var end = known.head
            if case .stream(let stream) = filter { end = known.versions[stream, default: 0] }
            let back = UInt64(random.next(below: 16))
            return .page(filter, after: end > back ? end - back : 0, limit: limit)
        }
    }

    private func answer(to call: ReadCall) async throws -> ReadOutcome {
        switch call {
        case .head:
            let head = try await target.head()
            known.head = max(known.head, head)
            return .number(head)
        case .version(let stream):
            let version = try await target.version(of: EventShape.streamName(stream))
            known.versions[stream] = version
            return .number(version)
        case .page(let filter, let after, let limit):
            return .events(try seen(try await events(of: filter, .forward(after: after), limit)))
        case .last(let filter, let limit):
            return .events(try seen(try await events(of: filter, .backward(), limit).reversed()).reversed())
        }
    }

    private func events(of filter: EventFilter, _ order: ReadOrder, _ limit: Int) async throws -> [RecordedEvent] {
        if case .stream(let stream) = filter {
            return try await target.read(EventShape.streamName(stream), order, limit: limit)
        }
        return try await target.readLog(order, matching: filter.query, limit: limit)
    }

    /// The events of a read, in log order; complete commits of other clients are kept for repeats.
    private func seen(_ events: [RecordedEvent]) throws -> [SeenEvent] {
        for event in events {
            known.head = max(known.head, event.position)
            if let shape = EventShape(event) {
                known.versions[shape.stream] = max(event.version, known.versions[shape.stream, default: 0])
            }
        }
        if random.happens(percent: 20), let commit = Recorded(in: events) { remember(commit) }
        return try events.map { event in
            guard let seen = SeenEvent(event) else {
                throw HarnessError("the event at position \(event.position) was not appended by a client")
            }
            return seen
        }
    }
}

extension ConsistencyClient.Recorded {
    /// Takes the first complete commit among the events; `nil` if there is none.
    package init?(in events: [RecordedEvent]) {
        for (start, event) in events.enumerated() {
            guard let label = EventLabel(event.data), label.index == 0, start + label.count <= events.count else {
                continue
            }
            let commit = events[start..<start + label.count]
            let shapes = commit.compactMap(EventShape.init)
            let isWhole = commit.enumerated().allSatisfy { index, event in
                EventLabel(event.data) == EventLabel(key: label.key, index: index, count: label.count)
            }
            guard isWhole, shapes.count == label.count else { continue }
            self.init(
                attempt: AppendAttempt(
                    kind: .repeated, key: label.key, events: shapes, expectations: [], checks: [], conditions: []),
                ids: commit.map(\.id))
            return
        }
        return nil
    }
}
