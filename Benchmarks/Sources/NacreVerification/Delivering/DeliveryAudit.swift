import Nacre

/// Checks deliveries of subscriptions against the appended events: every matching event once and in order, no others,
/// and correct markers.
package struct DeliveryAudit: Sendable {
    private let events: AnnouncedEvents
    private var missing = AuditFinding()
    private var repeated = AuditFinding()
    private var disordered = AuditFinding()
    private var foreign = AuditFinding()
    private var altered = AuditFinding()
    private var markers = AuditFinding()
    private var unmarked = AuditFinding()
    private var ended = AuditFinding()
    private var subscriptions = 0

    /// Audits subscriptions to a log.
    package init(_ events: AnnouncedEvents) {
        self.events = events
    }

    /// Adds the deliveries of a subscription, which must have reached the head if it is whole; a slow one is judged up
    /// to its last event.
    package mutating func observe(_ deliveries: Deliveries, of plan: SubscriptionPlan, _ name: String, isWhole: Bool) {
        subscriptions += 1
        if let failure = deliveries.failure { ended.note("\(name): \(failure)") }
        var seen = [Bool](repeating: false, count: events.events.count)
        var last = plan.after
        for (index, position) in deliveries.positions.enumerated() {
            let identity = deliveries.identities[index]
            disordered.expect(position >= last, "\(name): position \(position) came after \(last)")
            last = max(last, position)
            guard position > plan.after, let event = events[position], plan.interest.isMet(by: event.mark) else {
                foreign.note("\(name): the event at position \(position) was not requested, or no writer appended it")
                continue
            }
            altered.expect(
                identity == event.mark.identity,
                "\(name): what was delivered as position \(position) is not what was appended there")
            repeated.expect(!seen[Int(position) - 1], "\(name): position \(position) was delivered again")
            seen[Int(position) - 1] = true
        }
        let end = isWhole ? events.head : min(last, events.head)
        var due = 0
        var next = 0
        for position in plan.after..<max(plan.after, end) {
            judgeMarkers(deliveries, upTo: position, due: due, &next, name)
            guard let event = events[position + 1], plan.interest.isMet(by: event.mark) else { continue }
            due += 1
            missing.expect(
                seen[Int(position)], "\(name): position \(position + 1) was not delivered")
        }
        judgeMarkers(deliveries, upTo: end, due: due, &next, name)
        for marker in deliveries.markers[next...] where isWhole || marker.position <= end {
            markers.note("\(name): a marker at \(marker.position) is out of order, or beyond the log's end at \(end)")
        }
        if isWhole, deliveries.markers.isEmpty { unmarked.note("\(name): it delivered no caught-up marker") }
    }

    /// Checks the markers at a position: the number of events expected up to it, and the number delivered before them.
    private mutating func judgeMarkers(
        _ deliveries: Deliveries, upTo position: Position, due: Int, _ next: inout Int, _ name: String
    ) {
        while next < deliveries.markers.count, deliveries.markers[next].position == position {
            let marker = deliveries.markers[next]
            markers.expect(
                marker.events == due,
                "\(name): the marker at \(position) came after \(marker.events) events instead of \(due)")
            next += 1
        }
    }

    package func finish() -> AuditReport {
        var nothing = AuditFinding()
        nothing.expect(subscriptions > 0 && events.head > 0, "there was no subscription, or nothing was appended")
        return AuditReport(checks: [
            missing.check("every matching event is delivered"),
            repeated.check("no event is delivered twice"),
            disordered.check("events are delivered in the order of the log"),
            foreign.check("only requested events are delivered"),
            altered.check("every event is delivered as it was appended"),
            markers.check("a caught-up marker follows every event up to its position, and precedes all later ones"),
            unmarked.check("every subscription that keeps pace delivers a caught-up marker"),
            ended.check("no subscription ends by itself"),
            nothing.check("there were subscriptions and appends"),
        ])
    }
}
