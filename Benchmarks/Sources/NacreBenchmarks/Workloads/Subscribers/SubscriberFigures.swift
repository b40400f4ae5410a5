import Nacre

struct SubscriberFigures: Sendable {
    /// The limit for 99 of 100 events of another process: 50 ms.
    static let longest: UInt64 = 50_000_000

    var appends = LatencyRecorder()
    private var all = DeliveryDelays()
    private var ofInterests: [Interest: DeliveryDelays] = [:]
    private var catchUps: [CatchUp] = []
    private var neverCaughtUp = 0
    private var costs: [Double] = []
    private var most: [Double] = []
    private var unread: [Double] = []

    mutating func add(
        _ deliveries: Deliveries, of plan: SubscriptionPlan, _ events: AnnouncedEvents, after base: Position
    ) {
        all.add(deliveries, of: events, after: base)
        ofInterests[plan.interest, default: DeliveryDelays()].add(deliveries, of: events, after: base)
    }

    mutating func add(_ catchUp: CatchUp?) {
        if let catchUp { catchUps.append(catchUp) } else { neverCaughtUp += 1 }
    }

    /// Adds the memory of the slow consumers' process.
    ///
    /// `alone` is its anonymous memory before they subscribed; `events` is the number of events that each had not
    /// received at the end.
    mutating func addMemory(alone: UInt64?, _ samples: [MemorySample], unread events: Int, count: Int) {
        guard count > 0 else { return }
        unread.append(Double(events))
        guard let alone, let greatest = samples.map(\.bytes).max() else { return }
        most.append(Double(greatest))
        costs.append(greatest > alone ? Double(greatest - alone) : 0)
    }

    /// Adds all figures to a result, and checks the guarantees if slices were long enough and durable.
    func note(
        in result: inout ContenderResult, counts: SubscriberCounts, payloadBytes: Int, isShared: Bool, isJudged: Bool
    ) {
        result.latencies = all.fromCall
        if counts.live > 0 { result.note("events handed out to those that keep pace", Double(all.count), .count) }
        for interest in Interest.allCases {
            guard let delays = ofInterests[interest]?.fromCall else { continue }
            result.note("from the call, subscriptions to \(interest.words)", delays, Self.percentiles)
        }
        if let summary = all.fromAnswer.summary {
            result.note("from the answer, all that keep pace", all.fromAnswer, Self.percentiles)
            result.note(
                "handed out before the append was answered", Double(all.beforeAnswer) / Double(all.count), .ratio)
            judge(summary, in: &result, isShared: isShared, isJudged: isJudged)
        }
        result.note("append", appends, Self.percentiles)
        noteCatchingUp(in: &result)
        noteMemory(in: &result, counts: counts, payloadBytes: payloadBytes)
    }

    private static let percentiles: [ContenderResult.Percentile] = [.p50, .p99, .p999, .longest]

    private func judge(
        _ summary: LatencySummary, in result: inout ContenderResult, isShared: Bool, isJudged: Bool
    ) {
        guard isShared, isJudged, result.contender.engine.name == .nacre else { return }
        result.promises.add(
            "99 of 100 events are handed out within \(duration(nanoseconds: Self.longest)) of the answer, in another "
                + "process",
            passed: summary.p99 <= Self.longest, detail: "it takes \(duration(nanoseconds: summary.p99))")
    }

    private func noteCatchingUp(in result: inout ContenderResult) {
        if neverCaughtUp > 0 {
            result.note("subscriptions from 0 that never caught up", Double(neverCaughtUp), .count)
        }
        guard let rates = SampleSummary(catchUps.map(\.eventsPerSecond)),
            let times = SampleSummary(catchUps.map { Double($0.nanoseconds) })
        else { return }
        result.note("catching up from 0, median", rates.median, .eventsPerSecond)
        result.note("catching up from 0, least", rates.min, .eventsPerSecond)
        result.note("catching up from 0, until the marker, longest", times.max, .nanoseconds)
        let underLoad = Double(catchUps.count(where: \.wasUnderLoad)) / Double(catchUps.count)
        result.note("catching up from 0, ended while writers appended", underLoad, .ratio)
    }

    private func noteMemory(in result: inout ContenderResult, counts: SubscriberCounts, payloadBytes: Int) {
        guard let events = SampleSummary(unread) else { return }
        let backlog = events.median * Double(payloadBytes)
        result.note("slow subscriptions, events not handed out at the end, each", events.median, .count)
        result.note("slow subscriptions, payloads of these events, each", backlog, .bytes)
        guard let cost = SampleSummary(costs), let greatest = SampleSummary(most) else { return }
        result.note("process of the slow subscriptions, anonymous memory, maximum", greatest.max, .bytes)
        result.note("slow subscriptions, anonymous memory of all, without that of the store", cost.median, .bytes)
        result.note("slow subscriptions, anonymous memory, each", cost.median / Double(counts.slow), .bytes)
        let bound = Self.greatestCost(of: counts.slow, payloadBytes: payloadBytes)
        // If fewer events are unread than the subscriptions may hold, the check proves nothing.
        guard result.contender.engine.name == .nacre, backlog * Double(counts.slow) > 2 * bound else { return }
        result.promises.add(
            "a slow subscription takes at most two batches of memory, whatever its backlog",
            passed: cost.max <= bound, detail: "\(mebibytes(cost.max)) for \(counts.slow), of \(mebibytes(bound))")
    }

    /// The permitted memory of slow subscriptions: two batches each, of self-contained events, and the cost of reading
    /// once for all.
    static func greatestCost(of count: Int, payloadBytes: Int) -> Double {
        let event = Double(payloadBytes + 512)
        return Double(16 << 20) + Double(count) * 2 * Double(Subscription.maxBatch) * event
    }
}

extension Interest {
    /// The interest as figures name it.
    var words: String {
        switch self {
        case .everything: "all events"
        case .type: "one type in eight"
        case .tag: "one tag in sixteen"
        }
    }
}
