import Nacre

/// The duration and rate of appending.
package struct AnnouncedSlice: Hashable, Sendable, Codable {
    /// The time in seconds after which no further append begins, or with a ``rate`` none is due; `nil` if only the
    /// number of events ends the slice.
    package var seconds: Double?

    /// The total number of events, if limited.
    package var events: Int?

    /// Appends per second, at the random times of independent callers; `nil` for the writers' maximum.
    ///
    /// Every due append is made, late if necessary.
    package var rate: Double?

    /// Whether the slice ends on request: its seconds are then the maximum.
    package var endsWhenStopped = false

    /// The slice's name in the live line; `nil` without a live line.
    package var step: String?

    package init(
        seconds: Double? = nil, events: Int? = nil, rate: Double? = nil, endsWhenStopped: Bool = false,
        step: String? = nil
    ) {
        (self.seconds, self.events, self.rate) = (seconds, events, rate)
        (self.endsWhenStopped, self.step) = (endsWhenStopped, step)
    }

    /// When the slice ends, and how its appends arrive.
    package var budget: SliceBudget {
        SliceBudget(
            seconds: endsWhenStopped ? nil : seconds, events: events, arrivals: rate.map { Arrivals(rate: $0) })
    }
}

package struct AnnouncingLoad: Sendable {
    private let load: AppendLoad
    private let writers: [LoadWriter]

    /// Makes the writers of a load, which continue after the given number of appends each if the store holds the load's
    /// beginning.
    package init(_ load: AppendLoad, goingOnAfter appends: [Int] = []) {
        self.load = load
        let templates = PayloadTemplates(of: load)
        writers = load.runningWriters.map {
            LoadWriter(
                $0, of: load, templates: templates, announces: true,
                goingOnAfter: $0 < appends.count ? appends[$0] : 0)
        }
    }

    /// Requires that at least one append of a slice is due, if appends come at a rate.
    package func requireDue(_ slice: AnnouncedSlice) throws(HarnessError) {
        guard let rate = slice.rate, let seconds = slice.seconds else { return }
        try ArrivalPieces(rate: rate, seconds: seconds, seed: load.seed).requireAny()
    }

    /// Appends until the slice is over, or the stop sign is raised, and every append is answered.
    ///
    /// Returns the start, by ``monotonicNanoseconds()``, and the duration in nanoseconds.
    package func run(
        _ slice: AnnouncedSlice, on target: any AppendTarget, until stop: StopSign = StopSign(),
        watchedBy watch: LoadWatch? = nil
    ) async -> (start: UInt64, nanoseconds: UInt64) {
        for writer in writers { await writer.tell(watch, stop: stop, target: target) }
        if let rate = slice.rate, let seconds = slice.seconds {
            return await runWhenDue(rate: rate, seconds: seconds, until: stop)
        }
        let appends = SliceBudget(events: slice.events).appends(of: load, writers: writers.count)
        let thread = CallerThread()
        defer { thread.end() }
        let start = monotonicNanoseconds()
        let deadline = SliceBudget(seconds: slice.seconds).deadline(from: start)
        _ = await concurrentMap(writers, on: thread) {
            await $0.run(until: deadline, appends: appends, notesMoments: true)
        }
        return (start, monotonicNanoseconds() - start)
    }

    /// Appends at the due times, from which latencies and the delays of events count.
    ///
    /// Appends due at the end of the time are made too: subscribers would otherwise miss delays of appends that never
    /// began.
    private func runWhenDue(
        rate: Double, seconds: Double, until stop: StopSign
    ) async -> (start: UInt64, nanoseconds: UInt64) {
        var pieces = ArrivalPieces(rate: rate, seconds: seconds, seed: load.seed)
        let drawn = pieces.next() ?? []
        let start = monotonicNanoseconds() + ArrivalDesk.headStart(for: drawn.count)
        let desk = ArrivalDesk(dues: drawn.map { start + $0 }, isOpen: true)
        let drawing = Task { [pieces] in
            await Self.draw(pieces, from: start, for: desk, until: stop)
        }
        let thread = CallerThread(handingOut: desk.handOutDue)
        defer { thread.end() }
        _ = await concurrentMap(writers, on: thread) { await $0.answer(desk) }
        drawing.cancel()
        await drawing.value
        // If the sign is raised at once, the slice ends before it begins.
        return (start, nanoseconds(since: start))
    }

    /// Adds pieces to a desk, each while callers make the appends of the one before.
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

    /// Takes every writer's answers since the last call, with their times.
    package func drain() async -> [(record: WriterRecord, answered: [UInt64])] {
        await concurrentMap(writers) { writer in
            var record = await writer.drain()
            let answered = record.moments
            record.moments = []
            return (record, answered)
        }
    }
}
