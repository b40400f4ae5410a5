import Nacre

/// How long events took from their appends to those that had subscribed.
struct DeliveryDelays: Sendable {
    /// From the call of the append, or the moment at which it was due.
    private(set) var fromCall = LatencyRecorder()

    /// From the answer to the append; nothing where the event was handed out before it.
    private(set) var fromAnswer = LatencyRecorder()

    /// How many events were handed out before their append was answered.
    private(set) var beforeAnswer = 0

    /// How many events were handed out.
    var count: Int { fromCall.count }

    /// Adds what a subscription handed out of new events, those behind `base`: delays of older ones say nothing.
    mutating func add(_ deliveries: Deliveries, of events: AnnouncedEvents, after base: Position) {
        var called: [UInt64] = []
        var answered: [UInt64] = []
        for (position, moment) in zip(deliveries.positions, deliveries.moments) where position > base {
            guard let event = events[position] else { continue }
            called.append(moment > event.called ? moment - event.called : 0)
            answered.append(moment > event.answered ? moment - event.answered : 0)
            if moment < event.answered { beforeAnswer += 1 }
        }
        fromCall.record(called)
        fromAnswer.record(answered)
    }
}

/// How fast a subscription that began at the beginning of a log came to its end.
struct CatchUp: Hashable, Sendable {
    /// Events that it handed out until it said that it had caught up.
    var events: Int

    /// Nanoseconds from its beginning to its first marker.
    var nanoseconds: UInt64

    /// Whether writers appended all the time.
    var wasUnderLoad: Bool

    var eventsPerSecond: Double { perSecond(events, in: nanoseconds) }

    /// Reads how a subscription caught up, `nil` where it never said so, beside a load that ended at a moment.
    init?(_ deliveries: Deliveries, loadEnd: UInt64) {
        guard let marker = deliveries.markers.first else { return nil }
        events = marker.events
        nanoseconds = marker.moment > deliveries.begun ? marker.moment - deliveries.begun : 0
        wasUnderLoad = marker.moment <= loadEnd
    }
}
