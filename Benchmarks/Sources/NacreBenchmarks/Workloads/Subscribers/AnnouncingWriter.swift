import Nacre

/// A writer of announced events, which records when each append was called and answered.
struct AnnouncingWriter: Sendable {
    private let load: AppendLoad
    private let number: Int
    private let templates: PayloadTemplates
    private let names: [StreamName]
    private var versions: [StreamVersion]
    private var plan: WriterPlan

    /// Its answers since the last drain; a latency is from an append's call to its answer.
    private(set) var record: WriterRecord

    /// When each answer in the record came, by ``monotonicNanoseconds()``.
    private(set) var answered: [UInt64] = []

    /// Makes a writer, which continues after the given number of appends.
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

    /// Appends once; `called` is when the append was called, or due.
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

    /// Takes the record and begins a new one.
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
