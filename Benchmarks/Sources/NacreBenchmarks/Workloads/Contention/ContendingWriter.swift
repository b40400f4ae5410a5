import Nacre

/// One of many writers that append to the same streams or under the same tags.
///
/// It reads and tries to append. If it is refused, it reads and tries again at once.
actor ContendingWriter {
    private let session: any EngineSession
    private let load: ContendedLoad
    private let number: Int
    private var keys: KeyChoice
    private var random: SplitMix64
    private let writer: AttemptingWriter
    private let watch: LoadWatch?
    private var record = ContendedRecord()

    /// The last known versions of the streams, by number; the last known head is kept beside them.
    private var known: [Int: StreamVersion] = [:]
    private var knownHead: Position = 0

    init(
        _ number: Int, of load: ContendedLoad, templates: PayloadTemplates, session: any EngineSession,
        watch: LoadWatch? = nil
    ) {
        self.session = session
        self.watch = watch
        self.load = load
        self.number = number
        keys = KeyChoice(load.distribution, count: load.keys, exponent: load.exponent)
        random = SplitMix64(seed: load.seed &+ UInt64(number) &* 0xD1B5_4A32_D192_ED03)
        writer = AttemptingWriter(
            number, eventsPerAppend: load.eventsPerAppend, templates: templates, session: session)
    }

    /// Begins operations until a deadline or a number of operations is reached; stops at the first failure that is not
    /// a conflict.
    ///
    /// Begun operations are finished, so that long ones are not under-counted.
    func run(until deadline: UInt64, operations: Int) async -> ContendedRecord {
        var left = operations
        do {
            while left > 0, monotonicNanoseconds() < deadline {
                try await operate()
                left -= 1
            }
        } catch {
            writer.fail(error)
            watch?.noteFailure()
        }
        record.attempts = writer.record
        return record
    }

    private func operate() async throws {
        let key = keys.next(using: &random)
        let start = monotonicNanoseconds()
        for retry in 0...load.retries {
            let attempt = try await prepare(key)
            // A decision takes time. Without the yield, an engine whose calls do not suspend would never run more
            // writers than there are threads, and the others would seem to be starved by the engine.
            await Task.yield()
            guard case .accepted(let position, let version) = try await writer.append(attempt) else { continue }
            let now = monotonicNanoseconds()
            record.answers.note(nanoseconds: now - start, at: now, events: load.eventsPerAppend)
            watch?.note(events: load.eventsPerAppend, nanoseconds: now - start)
            record.noteAcceptance(behind: retry)
            let others = UInt64(load.eventsPerAppend) - 1
            known[Int(attempt.stream)] = version + others
            knownHead = position + others
            return
        }
        record.givenUp += 1
        watch?.noteFailure()
    }

    private func prepare(_ key: Int) async throws -> Attempt {
        switch load.contended {
        case .streams:
            let name = AppendLoad.streamName(key)
            let version = try await version(of: name)
            let before = known[key, default: 0]
            record.stale.expect(
                version >= before, "\(name) was read at version \(version), writer \(number) already knew \(before)")
            known[key] = max(version, before)
            return Attempt(stream: UInt32(key), claim: .version(version))
        case .tags:
            let tag = UInt32(key)
            // The head is read first: events that arrive between the two reads must make the condition fail.
            let head = try await session.head()
            record.stale.expect(
                head >= knownHead, "the head was read at \(head), writer \(number) already knew \(knownHead)")
            knownHead = max(head, knownHead)
            if load.groundwork == .events {
                let events = try await session.read(
                    .log(.forward(), matching: .tagged(Attempt.tag(tag)), limit: nil))
                record.stale.expect(
                    events.allSatisfy { $0.tags == [Attempt.tag(tag)] },
                    "a query for \(Attempt.tag(tag)) has an event without it")
            }
            return Attempt(stream: UInt32(number), tag: tag, claim: .noEvent(after: head))
        }
    }

    private func version(of stream: StreamName) async throws -> StreamVersion {
        guard load.groundwork == .events else { return try await session.version(of: stream) }
        let events = try await session.read(.stream(stream, .forward(), limit: nil))
        let version = events.last?.version ?? 0
        record.stale.expect(
            version == UInt64(events.count), "\(stream) was read with \(events.count) events up to \(version)")
        return version
    }
}
