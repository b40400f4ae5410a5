import Nacre

struct SubscriberCounts: Hashable, Sendable {
    /// Those that keep pace, with all interests in turn.
    var live: Int

    /// Those that begin at position 0 during a slice.
    var late: Int

    /// Those with slow consumers.
    var slow: Int

    /// The rate of a slow consumer, in events per second.
    var slowEventsPerSecond: Double

    /// The plans of those that keep pace: all events, one type, one tag, all events, and so on.
    func live(after position: Position) -> [SubscriptionPlan] {
        (0..<live).map { SubscriptionPlan(interest: Interest.allCases[$0 % Interest.allCases.count], after: position) }
    }

    /// The plans of those that begin at 0, all without a filter.
    var catchingUp: [SubscriptionPlan] {
        (0..<late).map { _ in SubscriptionPlan(interest: .everything, after: 0) }
    }

    /// The plans of the slow ones, all without a filter.
    func slow(after position: Position) -> [SubscriptionPlan] {
        (0..<slow).map { _ in
            SubscriptionPlan(interest: .everything, after: position, rest: UInt64(1e9 / slowEventsPerSecond))
        }
    }
}
