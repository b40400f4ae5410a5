import Nacre

/// The duration and rate of appending.
struct AnnouncedSlice: Hashable, Sendable, Codable {
    /// The time in seconds after which no further append begins, or with a ``rate`` none is due; `nil` if only the
    /// number of events ends the slice.
    var seconds: Double?

    /// The total number of events, if limited.
    var events: Int?

    /// Appends per second, at the random times of independent callers; `nil` for the writers' maximum.
    ///
    /// Every due append is made, late if necessary.
    var rate: Double?

    /// Whether the slice ends on request: its seconds are then the maximum.
    var endsWhenStopped = false

    /// The slice's name in the live line; `nil` without a live line.
    var step: String?

    /// When the slice ends, and how its appends arrive.
    var budget: SliceBudget {
        SliceBudget(
            seconds: endsWhenStopped ? nil : seconds, events: events, arrivals: rate.map { Arrivals(rate: $0) })
    }
}

/// The writers of announced events.
struct AnnouncingLoad: Sendable {
    private let load: AppendLoad
    private var writers: [AnnouncingWriter]

    /// Makes the writers of a load, which continue after the given number of appends each if the store holds the load's
    /// beginning.
    init(_ load: AppendLoad, goingOnAfter appends: [Int] = []) {
        self.load = load
        let templates = PayloadTemplates(of: load)
        writers = load.runningWriters.map {
            AnnouncingWriter(
                $0, of: load, templates: templates, goingOnAfter: $0 < appends.count ? appends[$0] : 0)
        }
    }

    /// Requires that at least one append of a slice is due, if appends come at a rate.
    func requireDue(_ slice: AnnouncedSlice) throws(HarnessError) {
        guard let rate = slice.rate, let seconds = slice.seconds else { return }
        try ArrivalPieces(rate: rate, seconds: seconds, seed: load.seed).requireAny()
    }

    /// Appends until the slice is over, or the stop sign is raised, and every append is answered.
    ///
    /// Returns the start, by ``monotonicNanoseconds()``, and the duration in nanoseconds.
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
                // One writer would keep the thread to the end, and no other would append: see ``LoadWriter``.
                if yields { await Task.yield() }
            }
        }
        return (start, monotonicNanoseconds() - start)
    }

    /// Appends at the due times, from which latencies and the delays of events count.
    ///
    /// Appends due at the end of the time are made too: subscribers would otherwise miss delays of appends that never
    /// began.
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
        // If the sign is raised at once, the slice ends before it begins.
        return (start, nanoseconds(since: start))
    }

    /// Adds pieces to a desk, each while the one before it is worked off.
    ///
    /// Completes the desk after the last piece, or closes it if stopped.
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
            // The sleep ends early if the task is cancelled, and the loop checks for that.
            try? await Task.sleep(for: .milliseconds(10))
        }
        if stop.isRaised { desk.close() } else { desk.complete() }
    }

    /// Runs every writer as a task on one thread, and keeps their final states.
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

    /// Takes every writer's answers since the last call, with their times.
    mutating func drain() -> [(record: WriterRecord, answered: [UInt64])] {
        writers.indices.map { writers[$0].drain() }
    }
}
