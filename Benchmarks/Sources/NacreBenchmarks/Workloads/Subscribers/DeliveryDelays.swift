import Nacre

/// The delays of events from their appends to subscriptions.
struct DeliveryDelays: Sendable {
    /// The delay from the append's call, or its due time.
    private(set) var fromCall = LatencyRecorder()

    /// The delay from the append's answer; none if the event was delivered before it.
    private(set) var fromAnswer = LatencyRecorder()

    /// The number of events delivered before their append was answered.
    private(set) var beforeAnswer = 0

    var count: Int { fromCall.count }

    /// Adds the deliveries of new events, those after `base`: delays of older ones are meaningless.
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

/// The speed at which a subscription from the beginning of a log caught up.
struct CatchUp: Hashable, Sendable {
    /// Events delivered until the caught-up marker.
    var events: Int

    /// Nanoseconds from its beginning to its first marker.
    var nanoseconds: UInt64

    /// Whether writers appended during the whole time.
    var wasUnderLoad: Bool

    var eventsPerSecond: Double { perSecond(events, in: nanoseconds) }

    /// The catch-up of a subscription, `nil` if it never caught up, beside a load that ended at a moment.
    init?(_ deliveries: Deliveries, loadEnd: UInt64) {
        guard let marker = deliveries.markers.first else { return nil }
        events = marker.events
        nanoseconds = marker.moment > deliveries.begun ? marker.moment - deliveries.begun : 0
        wasUnderLoad = marker.moment <= loadEnd
    }
}
