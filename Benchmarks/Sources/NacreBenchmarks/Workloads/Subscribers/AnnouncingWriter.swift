import Nacre

/// One writer whose events subscribers are to find, which writes down when each append was called and when answered.
struct AnnouncingWriter: Sendable {
    private let load: AppendLoad
    private let number: Int
    private let templates: PayloadTemplates
    private let names: [StreamName]
    private var versions: [StreamVersion]
    private var plan: WriterPlan

    /// What it was told since it last handed it out; a latency is from the call of an append to its answer.
    private(set) var record: WriterRecord

    /// When each answer in the record came, as ``monotonicNanoseconds()`` counts.
    private(set) var answered: [UInt64] = []

    /// Makes a writer, which goes on after so many appends.
    init(_ number: Int, of load: AppendLoad, templates: PayloadTemplates, goingOnAfter appends: Int = 0) {
        self.load = load
        self.number = number
        self.templates = templates
        let streams = load.streams(of: number)
        names = streams.map(AppendLoad.streamName)
        versions = [StreamVersion](repeating: 0, count: streams.count)
        plan = WriterPlan(load: load, writer: number)
        record = WriterRecord(eventsPerAcknowledgement: load.eventsPerAppend)
        for _ in 0..<appends { versions[plan.next().stream - streams.lowerBound] += UInt64(load.eventsPerAppend) }
    }

    /// Whether an append has failed: the writer makes no more.
    var hasFailed: Bool { record.failure != nil }

    /// Appends once; the append was called, or due, at a moment.
    mutating func append(to target: some AppendTarget, called: UInt64, watchedBy watch: LoadWatch? = nil) async {
        let step = plan.next()
        let index = step.stream - load.streams(of: number).lowerBound
        do {
            let result = try await target.append(
                Commit(events(of: step), to: names[index], expecting: .exact(versions[index])))
            let now = monotonicNanoseconds()
            guard let version = result.streams.first?.version, result.streams.count == 1 else {
                throw HarnessError("the answer to an append does not name the one stream that it wrote")
            }
            versions[index] = version
            let count = UInt64(load.eventsPerAppend)
            record.acknowledgements.append(
                .init(
                    firstPosition: result.lastPosition &- count &+ 1,
                    place: .init(stream: UInt32(step.stream), firstVersion: version &- count &+ 1)))
            record.latencies.append(now - called)
            answered.append(now)
            watch?.note(events: load.eventsPerAppend, nanoseconds: now - called)
        } catch {
            watch?.noteFailure()
            record.eventsInFlight = load.eventsPerAppend
            record.note(error, during: "writer \(number), \(names[index])", at: monotonicNanoseconds())
        }
    }

    /// Hands out what it was told, and begins anew.
    mutating func drain() -> (record: WriterRecord, answered: [UInt64]) {
        defer {
            record.forgetAnswers()
            answered = []
        }
        return (record, answered)
    }

    private func events(of step: WriterPlan.Step) -> [EventData] {
        (0..<UInt64(load.eventsPerAppend)).map { offset in
            let mark = EventMark(
                writer: UInt32(number), stream: UInt32(step.stream), sequence: step.firstSequence + offset)
            return EventData(
                type: EventMark.announcedTypes[mark.announcedType], tags: [EventMark.announcedTags[mark.announcedTag]],
                data: templates.payload(of: mark))
        }
    }
}
