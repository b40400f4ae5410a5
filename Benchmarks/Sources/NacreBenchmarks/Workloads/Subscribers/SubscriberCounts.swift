import Nacre

/// How many subscriptions of which kind a workload has.
struct SubscriberCounts: Hashable, Sendable {
    /// Those that keep pace, of every interest in turn.
    var live: Int

    /// Those that begin at 0 in the midst of a slice.
    var late: Int

    /// Those whose consumers take their time.
    var slow: Int

    /// How many events a second a slow consumer takes.
    var slowEventsPerSecond: Double

    /// The plans of those that keep pace: all events, one type, one tag, all events, and so on.
    func live(after position: Position) -> [SubscriptionPlan] {
        (0..<live).map { SubscriptionPlan(interest: Interest.allCases[$0 % Interest.allCases.count], after: position) }
    }

    /// The plans of those that begin at 0: all ask for everything.
    var catchingUp: [SubscriptionPlan] {
        (0..<late).map { _ in SubscriptionPlan(interest: .everything, after: 0) }
    }

    /// The plans of the slow ones: all ask for everything.
    func slow(after position: Position) -> [SubscriptionPlan] {
        (0..<slow).map { _ in
            SubscriptionPlan(interest: .everything, after: position, rest: UInt64(1e9 / slowEventsPerSecond))
        }
    }
}
