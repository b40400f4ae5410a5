import Nacre

/// One writer of a load, in a closed loop: it appends, waits for the answer, and appends again.
package actor LoadWriter {
    // Set before the first append.
    private var target: (any AppendTarget)?
    private let makesEvents: EventMaker
    private let load: AppendLoad
    private let number: UInt32
    private let firstStream: Int
    private let names: [StreamName]
    private var watch: LoadWatch?
    private var stop = StopSign()
    private var versions: [StreamVersion]
    private var plan: WriterPlan
    private var record: WriterRecord

    // After a failure with an unknown outcome.
    private var hasStopped = false

    // A refused append, sent again instead of the next one: its sequence numbers must be in the log.
    private var refused: WriterPlan.Step?

    // The number of answered appends at the last deliberate refusal.
    private var lastRefusal = 0

    // The executor of appends, if they do not run on the writer's own thread.
    private var executor: (any TaskExecutor)?

    /// Makes a writer, of announced events if requested, which continues after the given number of appends.
    package init(
        _ number: Int, of load: AppendLoad, templates: PayloadTemplates, target: (any AppendTarget)? = nil,
        announces: Bool = false, goingOnAfter appends: Int = 0
    ) {
        self.target = target
        self.load = load
        self.number = UInt32(number)
        makesEvents = EventMaker(load: load, writer: UInt32(number), templates: templates, announces: announces)
        let streams = load.streams(of: number)
        firstStream = streams.lowerBound
        names = streams.map(AppendLoad.streamName)
        versions = [StreamVersion](repeating: 0, count: streams.count)
        plan = WriterPlan(load: load, writer: number)
        record = WriterRecord(eventsPerAcknowledgement: load.eventsPerAppend)
        for _ in 0..<appends { versions[plan.next().stream - firstStream] += UInt64(load.eventsPerAppend) }
    }

    /// Sets the watch that is called with every answer, the sign that ends the appends, and the target if given.
    package func tell(_ watch: LoadWatch?, stop: StopSign = StopSign(), target: (any AppendTarget)? = nil) {
        self.watch = watch
        self.stop = stop
        self.target = target ?? self.target
    }

    /// The outcome of an append, and when it was returned.
    private enum Outcome {
        case answered(UInt64)
        case refused(UInt64)
        case unknown
    }

    /// Appends until a deadline or a number of appends is reached, refused ones included; stops at the first failure
    /// with an unknown outcome.
    ///
    /// If appends do not suspend, the writer yields after each. Otherwise it would keep its thread to the end, and only
    /// as many writers would append as there are processors. The next latency counts from the answer, so that it
    /// includes the wait for the next turn, as it would if appends suspended.
    package func run(until deadline: UInt64, appends: Int, notesMoments: Bool = false) async -> WriterRecord {
        let yields = target?.callerUse != .suspends
        var before = monotonicNanoseconds()
        var left = appends
        while !hasStopped, !stop.isRaised, left > 0, before < deadline {
            if isRefusalDue {
                await makeRefusal()
                before = monotonicNanoseconds()
            }
            guard !hasStopped else { break }
            switch await append(since: before, notesMoments: notesMoments) {
            case .answered(let moment): before = await repeatsLast(answered: moment)
            case .refused(let moment): before = moment
            case .unknown: break
            }
            left -= 1
            if yields { await Task.yield() }
        }
        return record
    }

    /// Makes the appends that a desk hands out, until there are no more; stops as ``run(until:appends:notesMoments:)``
    /// does.
    ///
    /// A latency counts from the append's due time. Deliberate refusals and repeats are made between two due appends.
    package func answer(_ desk: ArrivalDesk, appendingOn executor: (any TaskExecutor)? = nil) async -> WriterRecord {
        self.executor = executor
        while !hasStopped, !stop.isRaised, let arrival = await desk.next() {
            if case .answered(let moment) = await append(since: arrival.due, notesMoments: true) {
                _ = await repeatsLast(answered: moment)
                if !hasStopped, isRefusalDue { await makeRefusal() }
            }
        }
        return record
    }

    /// Appends at fixed intervals, for `seconds`; stops at the first failure.
    ///
    /// A latency counts from the append's due time, so that one slow append raises the latency of all appends that it
    /// delays.
    package func pace(every interval: UInt64, seconds: Double) async -> WriterRecord {
        let start = monotonicNanoseconds()
        for number in 0..<UInt64(seconds * 1e9) / interval {
            let due = start + number * interval
            let now = monotonicNanoseconds()
            if due > now {
                // A cancelled sleep ends early, and so the next append is early too.
                try? await Task.sleep(nanoseconds: due - now)
            }
            guard case .answered = await append(since: due, notesMoments: false) else { break }
        }
        return record
    }

    /// Takes the record and begins a new one, so that it does not grow with the store.
    ///
    /// Only for loads without conditions: conditions use the record's count of answers.
    package func drain() -> WriterRecord {
        defer { record.forgetAnswers() }
        return record
    }

    /// Makes the next append and records its answer or failure.
    private func append(since start: UInt64, notesMoments: Bool) async -> Outcome {
        let step = refused ?? plan.next()
        refused = nil
        do {
            let acknowledgement = try await append(step)
            let now = monotonicNanoseconds()
            record.acknowledgements.append(acknowledgement)
            record.latencies.append(now - start)
            if notesMoments { record.moments.append(now) }
            watch?.note(events: load.eventsPerAppend, nanoseconds: now - start)
            return .answered(now)
        } catch {
            let now = monotonicNanoseconds()
            note(error, during: "\(names[step.stream - firstStream])", at: now)
            let isRefusal = AppendFailure.isRefusal(error)
            // An announced load stops at its first failure: only a load that has ended reports it before the kill.
            guard isRefusal, !makesEvents.announces else {
                record.eventsInFlight = isRefusal ? 0 : load.eventsPerAppend
                hasStopped = true
                return .unknown
            }
            refused = step
            return .refused(now)
        }
    }

    private func note(_ error: any Error, during what: String, at moment: UInt64) {
        record.note(error, during: "writer \(number), \(what)", at: moment)
        watch?.noteFailure()
    }

    private func append(_ step: WriterPlan.Step) async throws -> WriterRecord.Acknowledgement {
        var commit = commit(of: step)
        if load.conditions?.isConditional(record.acknowledgements.count) == true {
            let mark = step.mark(0, of: number, in: load)
            commit.conditions = [condition(on: mark, after: try await target?.head() ?? 0)]
        }
        let result = try await send(commit)
        return try note(result, of: step)
    }

    private func send(_ commit: Commit) async throws -> AppendResult {
        guard let target else { throw HarnessError("the writer \(number) has no target") }
        guard let executor else { return try await target.append(commit) }
        return try await Self.send(commit, to: target, on: executor)
    }

    /// Appends in a task of its own: a change of executor within a task leaves it on its current thread.
    @concurrent
    private static func send(
        _ commit: Commit, to target: any AppendTarget, on executor: any TaskExecutor
    ) async throws -> AppendResult {
        try await Task(executorPreference: executor) { try await target.append(commit) }.value
    }

    private func commit(of step: WriterPlan.Step) -> Commit {
        let index = step.stream - firstStream
        guard step.streamCount > 1 else {
            return Commit(makesEvents(step), to: names[index], expecting: .exact(versions[index]))
        }
        let streams = (0..<step.streamCount).map { step.stream($0) - firstStream }
        let share = load.eventsPerAppend / streams.count
        return Commit(
            entries: makesEvents(step).enumerated().map { offset, event in
                Commit.Entry(stream: names[streams[offset / share]], event: event)
            },
            expectations: streams.map { .init(stream: names[$0], expectation: .exact(versions[$0])) })
    }

    /// Records an answer as it was returned; the audit compares the log with it.
    private func note(_ result: AppendResult, of step: WriterPlan.Step) throws -> WriterRecord.Acknowledgement {
        // The audit checks that they are the right streams: comparing names here would be measured.
        guard result.streams.count == step.streamCount, !result.wasAlreadyCommitted else {
            throw HarnessError("the answer to an append does not name the streams that it wrote, and no others")
        }
        let count = UInt64(load.eventsPerAppend)
        let share = count / UInt64(step.streamCount)
        for (index, state) in result.streams.enumerated() {
            let stream = step.stream(index) - firstStream
            if step.streamCount > 1, state.version != versions[stream] + share {
                throw HarnessError(
                    "\(names[stream]) was at version \(versions[stream]), an append of \(share) events is answered with "
                        + "\(state.version)")
            }
            versions[stream] = state.version
        }
        let place = WriterRecord.Place(
            stream: UInt32(step.stream), firstVersion: versions[step.stream - firstStream] &- share &+ 1)
        return WriterRecord.Acknowledgement(
            firstPosition: result.lastPosition &- count &+ 1, place: step.streamCount == 1 ? place : nil)
    }

    /// Sends the last append again, if due; returns the time from which the next latency counts.
    private func repeatsLast(answered moment: UInt64) async -> UInt64 {
        guard let period = load.repeatsEvery, record.acknowledgements.count.isMultiple(of: period) else {
            return moment
        }
        do {
            try await appendAgain()
            record.repeats += 1
        } catch {
            note(error, during: "a repeated append", at: monotonicNanoseconds())
            hasStopped = true
        }
        return monotonicNanoseconds()
    }

    private func appendAgain() async throws {
        guard let last = plan.last, let told = record.acknowledgements.last else { return }
        // Its expectations no longer hold, as for a client that repeats an append without knowing that it was recorded.
        let result = try await send(commit(of: last))
        guard result.wasAlreadyCommitted,
            result.lastPosition == told.firstPosition &+ UInt64(load.eventsPerAppend) &- 1
        else {
            throw HarnessError(
                "it is answered with position \(result.lastPosition)\(result.wasAlreadyCommitted ? "" : " as new"), "
                    + "the first answer placed its first event at \(told.firstPosition)")
        }
    }

    /// Whether an append that must be refused is due.
    private var isRefusalDue: Bool {
        let count = record.acknowledgements.count
        return load.conditions?.followsRefusal(count, of: Int(number)) == true && lastRefusal != count
    }

    /// Makes an append that must be refused: a recorded event already carries the tag.
    private func makeRefusal() async {
        let count = record.acknowledgements.count
        lastRefusal = count
        // One of this writer's own events, old or new.
        let index = Int(SplitMix64.hash(UInt64(count)) % UInt64(count))
        let told = record.acknowledgements[index]
        let recorded = EventMark(writer: number, stream: 0, sequence: UInt64(index * load.eventsPerAppend))
        // No acknowledged event has its sequence numbers: the audit would find it in the log.
        let step = WriterPlan.Step(
            stream: firstStream, firstSequence: UInt64(Int64.max) - UInt64(load.eventsPerAppend))
        var commit = commit(of: step)
        commit.conditions = [condition(on: recorded, after: told.firstPosition - 1)]
        do {
            _ = try await send(commit)
            throw HarnessError(
                "an append was accepted although position \(told.firstPosition) breaks its condition")
        } catch let error as EventStoreError where error.code == .conflict {
            record.refusals += 1
        } catch {
            note(error, during: "an append that must be refused", at: monotonicNanoseconds())
            record.eventsInFlight = load.eventsPerAppend
            hasStopped = true
        }
    }

    private func condition(on mark: EventMark, after position: Position) -> AppendCondition {
        AppendCondition(failIfEventsMatch: .tagged(EventLabels.topics[mark.topic(of: load)]), after: position)
    }
}
