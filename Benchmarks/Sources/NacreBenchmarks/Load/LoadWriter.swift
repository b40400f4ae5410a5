import Nacre

/// One writer of a load: it appends, waits for the answer, and appends again.
actor LoadWriter<Target: AppendTarget> {
    private let target: Target
    private let makesEvents: EventMaker
    private let load: AppendLoad
    private let number: UInt32
    private let firstStream: Int
    private let names: [StreamName]
    private let watch: LoadWatch?
    private var versions: [StreamVersion]
    private var plan: WriterPlan
    private var record: WriterRecord

    init(_ number: Int, of load: AppendLoad, templates: PayloadTemplates, target: Target, watch: LoadWatch? = nil) {
        self.target = target
        self.load = load
        self.watch = watch
        self.number = UInt32(number)
        makesEvents = EventMaker(load: load, writer: UInt32(number), templates: templates)
        let streams = load.streams(of: number)
        firstStream = streams.lowerBound
        names = streams.map(AppendLoad.streamName)
        versions = [StreamVersion](repeating: 0, count: streams.count)
        plan = WriterPlan(load: load, writer: number)
        record = WriterRecord(eventsPerAcknowledgement: load.eventsPerAppend)
    }

    /// Appends until a moment or so many times; stops at the first failure.
    ///
    /// - Parameters:
    ///   - deadline: The moment after which no append begins.
    ///   - appends: How many are made at most.
    ///   - notesMoments: Whether the moments of the answers are noted.
    /// - Returns: The record of this and all calls before.
    func run(until deadline: UInt64, appends: Int, notesMoments: Bool = false) async -> WriterRecord {
        guard record.failure == nil else { return record }
        var before = monotonicNanoseconds()
        var left = appends
        while left > 0, before < deadline {
            if load.conditions?.followsRefusal(record.acknowledgements.count, of: Int(number)) == true {
                guard await isRefused() else { break }
                before = monotonicNanoseconds()
            }
            guard let answered = await append(since: before, notesMoments: notesMoments),
                let next = await repeatsLast(answered: answered)
            else { break }
            before = next
            left -= 1
        }
        return record
    }

    /// Makes the appends that a desk hands out, until there are no more; stops at the first failure.
    ///
    /// A latency counts from the moment at which the append was due.
    ///
    /// - Returns: The record of this and all calls before.
    func answer(_ desk: ArrivalDesk) async -> WriterRecord {
        guard record.failure == nil else { return record }
        while let arrival = await desk.next() {
            guard let answered = await append(since: arrival.due, notesMoments: true),
                await repeatsLast(answered: answered) != nil
            else { break }
        }
        return record
    }

    /// Appends at given moments, for so long; stops at the first failure.
    ///
    /// A latency counts from the moment at which the append was due, so that one slow append is not one sample but as
    /// many as it held up.
    func pace(every interval: UInt64, seconds: Double) async -> WriterRecord {
        let start = monotonicNanoseconds()
        for number in 0..<UInt64(seconds * 1e9) / interval {
            let due = start + number * interval
            let now = monotonicNanoseconds()
            if due > now {
                // A sleep that is cancelled ends early, and the appends come early with it.
                try? await Task.sleep(nanoseconds: due - now)
            }
            guard await append(since: due, notesMoments: false) != nil else { break }
        }
        return record
    }

    /// Hands out the record and begins a new one, so that it does not grow with the store.
    ///
    /// For loads without conditions alone, which count the answers in it.
    ///
    /// - Returns: The record since the last call.
    func drain() -> WriterRecord {
        defer { record.forgetAnswers() }
        return record
    }

    /// Makes the next append and notes its answer, or that there was none.
    ///
    /// - Parameters:
    ///   - start: From when its latency counts.
    ///   - notesMoments: Whether the moment of the answer is noted.
    /// - Returns: When it was answered; `nil` where it failed.
    private func append(since start: UInt64, notesMoments: Bool) async -> UInt64? {
        let step = plan.next()
        do {
            let acknowledgement = try await append(step)
            let now = monotonicNanoseconds()
            record.acknowledgements.append(acknowledgement)
            record.latencies.append(now - start)
            if notesMoments { record.moments.append(now) }
            watch?.note(events: load.eventsPerAppend, nanoseconds: now - start)
            return now
        } catch {
            record.eventsInFlight = load.eventsPerAppend
            record.failure = DiskFailure.words(
                error, during: "writer \(number), \(names[step.stream - firstStream])")
            watch?.noteFailure()
            return nil
        }
    }

    private func append(_ step: WriterPlan.Step) async throws -> WriterRecord.Acknowledgement {
        var commit = commit(of: step)
        if load.conditions?.isConditional(record.acknowledgements.count) == true {
            let mark = step.mark(0, of: number, in: load)
            commit.conditions = [condition(on: mark, after: try await target.head())]
        }
        let result = try await target.append(commit)
        return try note(result, of: step)
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

    /// Takes in an answer: what is written down is what it said, and the audit holds the log against that.
    private func note(_ result: AppendResult, of step: WriterPlan.Step) throws -> WriterRecord.Acknowledgement {
        // That they are the right streams is for the audit to say: comparing names here would be measured.
        guard result.streams.count == step.streamCount, !result.wasAlreadyCommitted else {
            throw HarnessError("the answer to an append does not name the streams that it wrote, and no others")
        }
        let count = UInt64(load.eventsPerAppend)
        let share = count / UInt64(step.streamCount)
        for (index, state) in result.streams.enumerated() {
            let stream = step.stream(index) - firstStream
            if step.streamCount > 1, state.version != versions[stream] + share {
                throw HarnessError(
                    "\(names[stream]) was at version \(versions[stream]), an append of \(share) events is told "
                        + "\(state.version)")
            }
            versions[stream] = state.version
        }
        let place = WriterRecord.Place(
            stream: UInt32(step.stream), firstVersion: versions[step.stream - firstStream] &- share &+ 1)
        return WriterRecord.Acknowledgement(
            firstPosition: result.lastPosition &- count &+ 1, place: step.streamCount == 1 ? place : nil)
    }

    /// Sends the last append again, where it is its turn.
    ///
    /// - Parameter moment: When it was answered.
    /// - Returns: The moment from which the next append counts; `nil` where the repeat failed.
    private func repeatsLast(answered moment: UInt64) async -> UInt64? {
        guard let period = load.repeatsEvery, record.acknowledgements.count.isMultiple(of: period) else {
            return moment
        }
        do {
            try await appendAgain()
            record.repeats += 1
            return monotonicNanoseconds()
        } catch {
            record.failure = DiskFailure.words(error, during: "writer \(number), an append that was sent again")
            watch?.noteFailure()
            return nil
        }
    }

    private func appendAgain() async throws {
        guard let last = plan.last, let told = record.acknowledgements.last else { return }
        // Its expectations hold no more: whoever repeats an append does not know that it was recorded.
        let result = try await target.append(commit(of: last))
        guard result.wasAlreadyCommitted,
            result.lastPosition == told.firstPosition &+ UInt64(load.eventsPerAppend) &- 1
        else {
            throw HarnessError(
                "it is told position \(result.lastPosition)\(result.wasAlreadyCommitted ? "" : " as of a new append"), "
                    + "the first time its first event was told \(told.firstPosition)")
        }
    }

    /// Makes an append that has to be refused: an event that was recorded carries the tag.
    ///
    /// - Returns: Whether it was, because of its condition.
    private func isRefused() async -> Bool {
        // One of this writer's own events, old or new.
        let index = Int(SplitMix64.hash(UInt64(record.acknowledgements.count)) % UInt64(record.acknowledgements.count))
        let told = record.acknowledgements[index]
        let recorded = EventMark(writer: number, stream: 0, sequence: UInt64(index * load.eventsPerAppend))
        // Its sequence numbers are no acknowledged event's: the audit would find it in the log.
        let step = WriterPlan.Step(
            stream: firstStream, firstSequence: UInt64(Int64.max) - UInt64(load.eventsPerAppend))
        var commit = commit(of: step)
        commit.conditions = [condition(on: recorded, after: told.firstPosition - 1)]
        do {
            _ = try await target.append(commit)
            record.failure = "an append was accepted although position \(told.firstPosition) breaks its condition"
        } catch let error as EventStoreError where error.code == .conflict {
            record.refusals += 1
            return true
        } catch {
            record.failure = DiskFailure.words(error, during: "writer \(number), an append that has to be refused")
        }
        record.eventsInFlight = load.eventsPerAppend
        watch?.noteFailure()
        return false
    }

    private func condition(on mark: EventMark, after position: Position) -> AppendCondition {
        AppendCondition(failIfEventsMatch: .tagged(EventLabels.topics[mark.topic(of: load)]), after: position)
    }
}
