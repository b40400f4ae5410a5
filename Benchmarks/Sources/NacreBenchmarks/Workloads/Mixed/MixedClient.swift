import Nacre

/// One client of a mixed load, which does sequential operations, each drawn by the shares.
actor MixedClient {
    private let session: any EngineSession
    private let load: MixedLoad
    private let state: MixedState
    private let writer: AttemptingWriter
    private var streams: ScatteredKeys
    private let topics: [UInt32]
    private var tags: ScatteredKeys
    private var random: SplitMix64
    private let watch: LoadWatch?
    private var record = MixedRecord()

    init(
        _ number: Int, of load: MixedLoad, writer: sending AttemptingWriter, state: MixedState, topics: [UInt32],
        session: any EngineSession, watch: LoadWatch?
    ) {
        self.topics = topics
        self.watch = watch
        self.session = session
        self.load = load
        self.state = state
        self.writer = writer
        streams = ScatteredKeys(load.distribution, count: state.streams, exponent: load.exponent)
        // Tags recur independently of streams: none is newer than another.
        let tagChoice: KeyDistribution = load.distribution == .uniform ? .uniform : .zipf
        tags = ScatteredKeys(tagChoice, count: topics.count, exponent: load.exponent)
        random = SplitMix64(seed: load.seed ^ UInt64(number + 1) &* 0xD1B5_4A32_D192_ED03)
    }

    /// Begins operations until a deadline or a number of operations is reached; stops at the first failure that is not
    /// a conflict.
    func run(until deadline: UInt64, operations: Int) async -> MixedRecord {
        var left = operations
        do {
            while left > 0, monotonicNanoseconds() < deadline {
                try await operate(load.shares.next(using: &random))
                left -= 1
                // Otherwise an engine whose calls do not suspend would let only as many clients run as there are
                // threads.
                await Task.yield()
            }
        } catch {
            writer.fail(error)
            watch?.noteFailure()
        }
        record.attempts = writer.record
        return record
    }

    private func operate(_ kind: OperationKind) async throws {
        switch kind {
        case .read: _ = try await read(.stream(AppendLoad.streamName(drawStream()), .forward(), limit: nil), kind)
        case .query:
            let tag = Attempt.tag(drawTag())
            _ = try await read(.log(.backward(), matching: .tagged(tag), limit: load.limit), kind)
        case .queryType:
            let after = UInt64(random.next(below: Int(state.acknowledged) + 1))
            _ = try await read(
                .log(.forward(after: after), matching: .types(AppendLoad.eventType), limit: load.limit), kind)
        case .newest: _ = try await read(.log(.backward(), matching: .all, limit: load.limit), kind)
        case .append: try await append(to: drawStream(), .nothing, kind)
        case .create:
            let stream = state.nextStream()
            if try await append(to: stream, .version(0), kind) { state.make(stream) } else { giveUp() }
        case .update: try await update(drawStream())
        }
    }

    private func drawStream() -> Int {
        streams.grow(to: state.streams)
        return streams.next(using: &random)
    }

    private func drawTag() -> UInt32 { topics[tags.next(using: &random)] }

    /// Reads, and records the result for the audit; `kind` is `nil` if the operation continues.
    private func read(_ request: ReadRequest, _ kind: OperationKind?) async throws -> [RecordedEvent] {
        let acknowledged = state.acknowledged
        let start = monotonicNanoseconds()
        let events = try await session.read(request)
        let end = monotonicNanoseconds()
        if let kind { note(kind, nanoseconds: end - start, at: end, events: events.count) }
        record.observations.append(
            ReadObservation(request: request, acknowledged: acknowledged, answer: ReadAnswer(events)))
        record.overhead += monotonicNanoseconds() - end
        return events
    }

    private func note(_ kind: OperationKind, nanoseconds: UInt64, at moment: UInt64, events: Int) {
        record.note(kind, nanoseconds: nanoseconds, at: moment, events: events)
        watch?.note(events: events, nanoseconds: nanoseconds)
    }

    @discardableResult
    private func append(to stream: Int, _ claim: Attempt.Claim, _ kind: OperationKind) async throws -> Bool {
        let start = monotonicNanoseconds()
        guard try await attempt(stream, claim) else { return false }
        let end = monotonicNanoseconds()
        note(kind, nanoseconds: end - start, at: end, events: 1)
        return true
    }

    private func update(_ stream: Int) async throws {
        let start = monotonicNanoseconds()
        let noted = record.overhead
        var events = 1
        for _ in 0...load.retries {
            let read = try await read(.stream(AppendLoad.streamName(stream), .forward(), limit: nil), nil)
            events += read.count
            guard try await attempt(stream, .version(read.last?.version ?? 0)) else { continue }
            let end = monotonicNanoseconds()
            note(.update, nanoseconds: end - start - (record.overhead - noted), at: end, events: events)
            return
        }
        giveUp()
    }

    private func giveUp() {
        record.givenUp += 1
        watch?.noteFailure()
    }

    private func attempt(_ stream: Int, _ claim: Attempt.Claim) async throws -> Bool {
        let attempt = Attempt(stream: UInt32(stream), tag: drawTag(), claim: claim)
        guard case .accepted(let position, _) = try await writer.append(attempt) else { return false }
        state.acknowledge(position)
        return true
    }
}
