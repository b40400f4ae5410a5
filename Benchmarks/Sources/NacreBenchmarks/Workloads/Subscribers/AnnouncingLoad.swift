import Nacre

/// How long writers append, and how fast.
struct AnnouncedSlice: Hashable, Sendable, Codable {
    /// After which no further append begins, or with a ``rate`` none is due; `nil` where the events alone end the
    /// slice.
    var seconds: Double?

    /// Events in all, where they are counted.
    var events: Int?

    /// Appends a second, at moments drawn as those of callers who know nothing of each other; `nil` for as many as the
    /// writers can.
    ///
    /// All that was due is appended, late where it has to be.
    var rate: Double?

    /// Whether the slice ends when it is told to: its seconds are then the most that it may take.
    var endsWhenStopped = false

    /// What a live line calls the slice; `nil` where nobody watches.
    var step: String?

    /// When the slice ends, and how its appends come.
    var budget: SliceBudget {
        SliceBudget(
            seconds: endsWhenStopped ? nil : seconds, events: events, arrivals: rate.map { Arrivals(rate: $0) })
    }
}

/// The writers whose events subscribers are to find.
struct AnnouncingLoad: Sendable {
    private let load: AppendLoad
    private var writers: [AnnouncingWriter]

    /// Makes the writers of a load, which go on after so many appends each, where the store holds the load's beginning.
    init(_ load: AppendLoad, goingOnAfter appends: [Int] = []) {
        self.load = load
        let templates = PayloadTemplates(of: load)
        writers = load.runningWriters.map {
            AnnouncingWriter(
                $0, of: load, templates: templates, goingOnAfter: $0 < appends.count ? appends[$0] : 0)
        }
    }

    /// Requires that a slice has an append that is due, where appends come at a rate.
    func requireDue(_ slice: AnnouncedSlice) throws(HarnessError) {
        guard let rate = slice.rate, let seconds = slice.seconds else { return }
        try ArrivalPieces(rate: rate, seconds: seconds, seed: load.seed).requireAny()
    }

    /// Appends until the slice is over, or the sign is raised, and every append is answered; when it began, of
    /// ``monotonicNanoseconds()``, and how many nanoseconds it took.
    mutating func run(
        _ slice: AnnouncedSlice, on target: any AppendTarget, until stop: StopSign = StopSign(),
        watchedBy watch: LoadWatch? = nil
    ) async -> (start: UInt64, nanoseconds: UInt64) {
        if let rate = slice.rate, let seconds = slice.seconds {
            return await runWhenDue(rate: rate, seconds: seconds, on: target, until: stop, watch)
        }
        let appends = SliceBudget(seconds: nil, events: slice.events).appends(of: load, writers: writers.count)
        let start = monotonicNanoseconds()
        let deadline = SliceBudget(seconds: slice.seconds, events: nil).deadline(from: start)
        let yields = target.callerUse != .suspends
        await onCallers(CallerThread()) { writer in
            var left = appends
            var now = monotonicNanoseconds()
            while left > 0, now < deadline, !writer.hasFailed, !stop.isRaised {
                await writer.append(to: target, called: now, watchedBy: watch)
                left -= 1
                now = monotonicNanoseconds()
                // One writer would keep the thread to the end, and no other append: see ``LoadWriter``.
                if yields { await Task.yield() }
            }
        }
        return (start, monotonicNanoseconds() - start)
    }

    /// A latency counts from the moment at which the append was due, and so do the delays of its events.
    ///
    /// What is due when the time is over is appended too: subscribers would miss what nobody has begun.
    private mutating func runWhenDue(
        rate: Double, seconds: Double, on target: any AppendTarget, until stop: StopSign, _ watch: LoadWatch?
    ) async -> (start: UInt64, nanoseconds: UInt64) {
        var pieces = ArrivalPieces(rate: rate, seconds: seconds, seed: load.seed)
        let drawn = pieces.next() ?? []
        let start = monotonicNanoseconds() + ArrivalDesk.headStart(for: drawn.count)
        let desk = ArrivalDesk(dues: drawn.map { start + $0 }, isOpen: true)
        let drawing = Task { [pieces] in
            await Self.draw(pieces, from: start, for: desk, until: stop)
        }
        await onCallers(CallerThread(handingOut: desk.handOutDue)) { writer in
            while !writer.hasFailed, !stop.isRaised, let arrival = await desk.next() {
                await writer.append(to: target, called: arrival.due, watchedBy: watch)
            }
        }
        drawing.cancel()
        await drawing.value
        // A sign that is raised at once has all of it over before it begins.
        return (start, nanoseconds(since: start))
    }

    /// Adds piece after piece to a desk, each while the one before it is worked off, and closes the desk behind the
    /// last.
    private static func draw(
        _ drawn: ArrivalPieces, from start: UInt64, for desk: ArrivalDesk, until stop: StopSign
    ) async {
        var pieces = drawn
        while !stop.isRaised, !Task.isCancelled {
            let ahead = UInt64(ArrivalPieces.secondsPerPiece / 2 * 1e9)
            if monotonicNanoseconds() + ahead >= start + pieces.end {
                guard let dues = pieces.next() else { break }
                desk.add(dues.map { start + $0 })
            }
            // A sleep ends early where the task is cancelled, and the loop sees it.
            try? await Task.sleep(for: .milliseconds(10))
        }
        if stop.isRaised { desk.close() } else { desk.complete() }
    }

    /// Runs every writer as a task on one thread, and keeps what they have become.
    private mutating func onCallers(
        _ thread: CallerThread, _ body: @escaping @Sendable (inout AnnouncingWriter) async -> Void
    ) async {
        defer { thread.end() }
        writers = await concurrentMap(writers, on: thread) { writer in
            var writer = writer
            await body(&writer)
            return writer
        }
    }

    /// Has every writer hand out what it was told since the last time, and when.
    mutating func drain() -> [(record: WriterRecord, answered: [UInt64])] {
        writers.indices.map { writers[$0].drain() }
    }
}
