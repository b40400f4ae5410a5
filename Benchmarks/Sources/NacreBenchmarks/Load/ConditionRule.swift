import Nacre

/// Which appends of a load carry a condition, and which of those are made to fail.
///
/// A condition is on the recurring tag of the append's first event, `after` the head read just before. No other writer
/// puts that tag on events, so that a condition fails only where it is meant to: such a one is on the tag of an event
/// that is in the log, `after` the position before it.
struct ConditionRule: Hashable, Sendable, Codable {
    /// One append in so many carries a condition.
    var everyAppends = 2

    /// Before one in so many of those, one is made that has to fail.
    var everyConditions = 100
}

extension ConditionRule {
    /// Whether a writer's append carries a condition, by its ordinal from 0.
    func isConditional(_ number: Int) -> Bool { number % everyAppends == everyAppends - 1 }

    /// Whether one that has to fail comes before a writer's append, by its ordinal from 0; writers have theirs at
    /// different times.
    func followsRefusal(_ number: Int, of writer: Int) -> Bool {
        let period = everyAppends * everyConditions
        return number > 0 && (number + writer) % period == period / 2
    }
}
