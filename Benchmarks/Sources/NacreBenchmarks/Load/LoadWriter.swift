import Nacre

/// One writer of a closed loop: it appends, waits for the answer, and appends again.
actor LoadWriter<Target: AppendTarget> {
    private let target: Target
    private let templates: PayloadTemplates
    private let load: AppendLoad
    private let number: UInt32
    private let eventsPerAppend: Int
    private let firstStream: Int
    private let names: [StreamName]
    private var versions: [StreamVersion]
    private var plan: WriterPlan
    private var record: WriterRecord

    init(_ number: Int, of load: AppendLoad, templates: PayloadTemplates, target: Target) {
        self.target = target
        self.load = load
        self.templates = templates
        self.number = UInt32(number)
        eventsPerAppend = load.eventsPerAppend
        let streams = load.streams(of: number)
        firstStream = streams.lowerBound
        names = streams.map(AppendLoad.streamName)
        versions = [StreamVersion](repeating: 0, count: streams.count)
        plan = WriterPlan(load: load, writer: number)
        record = WriterRecord(eventsPerAcknowledgement: load.eventsPerAppend)
    }

    /// Appends until a moment or so many times; stops at the first failure.
    ///
    /// - Returns: The record of this and all calls before.
    func run(until deadline: UInt64, appends: Int) async -> WriterRecord {
        guard record.failure == nil else { return record }
        var before = monotonicNanoseconds()
        var left = appends
        while left > 0, before < deadline {
            let step = plan.next()
            do {
                if load.conditions?.followsRefusal(record.acknowledgements.count, of: Int(number)) == true {
                    try await appendRefused()
                    before = monotonicNanoseconds()
                }
                let acknowledgement = try await append(step)
                let after = monotonicNanoseconds()
                record.acknowledgements.append(acknowledgement)
                record.latencies.append(after - before)
                before = after
                left -= 1
            } catch {
                record.eventsInFlight = eventsPerAppend
                record.failure = DiskFailure.words(
                    error, during: "writer \(number), \(names[step.stream - firstStream])")
                break
            }
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
            let step = plan.next()
            do {
                let acknowledgement = try await append(step)
                record.acknowledgements.append(acknowledgement)
                record.latencies.append(monotonicNanoseconds() - due)
            } catch {
                record.eventsInFlight = eventsPerAppend
                record.failure = DiskFailure.words(
                    error, during: "writer \(number), \(names[step.stream - firstStream])")
                break
            }
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

    private func append(_ step: WriterPlan.Step) async throws -> WriterRecord.Acknowledgement {
        let index = step.stream - firstStream
        var commit = Commit(
            events(of: step), to: names[index], expecting: .exact(versions[index]))
        if load.conditions?.isConditional(record.acknowledgements.count) == true {
            let mark = EventMark(writer: number, stream: UInt32(step.stream), sequence: step.firstSequence)
            commit.conditions = [condition(on: mark, after: try await target.head())]
        }
        let result = try await target.append(commit)
        // That it is the right stream is for the audit to say: comparing names here would be measured.
        guard let newVersion = result.streams.first?.version, result.streams.count == 1, !result.wasAlreadyCommitted
        else {
            throw HarnessError("the answer to an append does not name the one stream that it wrote")
        }
        versions[index] = newVersion
        // What is written down is what the answer said: the audit holds the log against it.
        let count = UInt64(eventsPerAppend)
        return WriterRecord.Acknowledgement(
            firstPosition: result.lastPosition &- count &+ 1,
            place: .init(stream: UInt32(step.stream), firstVersion: newVersion &- count &+ 1))
    }

    private func events(of step: WriterPlan.Step) -> [EventData] {
        var events: [EventData] = []
        events.reserveCapacity(eventsPerAppend)
        for offset in 0..<UInt64(eventsPerAppend) {
            let mark = EventMark(writer: number, stream: UInt32(step.stream), sequence: step.firstSequence &+ offset)
            events.append(
                EventData(
                    id: load.labels == .idAndTags ? mark.id(of: load) : nil, type: AppendLoad.eventType,
                    tags: mark.tags(of: load), data: templates.payload(of: mark)))
        }
        return events
    }

    /// Makes an append that has to be refused: an event that was recorded carries the tag.
    ///
    /// - Throws: Where it is not refused, or for another reason than its condition.
    private func appendRefused() async throws {
        // One of this writer's own events, old or new.
        let index = Int(SplitMix64.hash(UInt64(record.acknowledgements.count)) % UInt64(record.acknowledgements.count))
        let told = record.acknowledgements[index]
        let recorded = EventMark(writer: number, stream: 0, sequence: UInt64(index * eventsPerAppend))
        // Its sequence numbers are no acknowledged event's: the audit would find it in the log.
        let step = WriterPlan.Step(stream: firstStream, firstSequence: UInt64(Int64.max) - UInt64(eventsPerAppend))
        var commit = Commit(events(of: step), to: names[0], expecting: .exact(versions[0]))
        commit.conditions = [condition(on: recorded, after: told.firstPosition - 1)]
        do {
            _ = try await target.append(commit)
        } catch let error as EventStoreError where error.code == .conflict {
            record.refusals += 1
            return
        }
        throw HarnessError("an append was accepted although position \(told.firstPosition) breaks its condition")
    }

    private func condition(on mark: EventMark, after position: Position) -> AppendCondition {
        AppendCondition(failIfEventsMatch: .tagged(EventLabels.topics[mark.topic(of: load)]), after: position)
    }
}
