import Nacre

/// Which appends of a load have a condition, and which conditions are deliberately false.
///
/// A condition is on the recurring tag of the append's first event, `after` the head read just before. No other writer
/// uses that tag, so that a condition fails only deliberately: such a condition is on the tag of an event in the log,
/// `after` the position before it.
package struct ConditionRule: Hashable, Sendable, Codable {
    /// The number of appends of which one has a condition.
    var everyAppends = 2

    /// The number of conditions before one of which a deliberate refusal is made.
    var everyConditions = 100

    package init(everyAppends: Int = 2, everyConditions: Int = 100) {
        (self.everyAppends, self.everyConditions) = (everyAppends, everyConditions)
    }
}

extension ConditionRule {
    /// Whether a writer's append, by index from 0, has a condition.
    func isConditional(_ number: Int) -> Bool { number % everyAppends == everyAppends - 1 }

    /// Whether a deliberate refusal comes before a writer's append, by index from 0; writers are staggered.
    package func followsRefusal(_ number: Int, of writer: Int) -> Bool {
        let period = everyAppends * everyConditions
        return number > 0 && (number + writer) % period == period / 2
    }
}
