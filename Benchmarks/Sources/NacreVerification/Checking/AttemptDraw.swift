package import Nacre

/// Draws appends: commits that contend for a few streams and tags, under rules that hold often but not always.
package struct AttemptDraw: Sendable {
    let plan: ConsistencyPlan

    package init(plan: ConsistencyPlan) {
        self.plan = plan
    }

    /// A client's knowledge of the log, which may be out of date: rules guard against that.
    package struct Knowledge: Sendable {
        /// The head of the log.
        package var head: Position = 0

        package var versions: [Int: StreamVersion] = [:]

        package init() {}
    }

    /// A new commit, whose rules are drawn from the client's knowledge.
    package func attempt(
        _ key: CommitKey, isIdentified: Bool, by known: Knowledge, _ random: inout SplitMix64
    ) -> AppendAttempt {
        let events = (0...random.next(below: plan.eventsPerAppend)).map { _ in event(by: known, &random) }
        var attempt = AppendAttempt(
            kind: isIdentified ? .identified : .fresh, key: key, events: events, expectations: [], checks: [],
            conditions: [])
        addRules(to: &attempt, by: known, &random)
        return attempt
    }

    /// Draws the rules of a call.
    package func addRules(to attempt: inout AppendAttempt, by known: Knowledge, _ random: inout SplitMix64) {
        let streams = attempt.streams
        attempt.expectations = streams.map { .init($0, expectation(of: $0, by: known, &random)) }
            .filter { $0.expectation != .any }
        attempt.checks = []
        if random.happens(percent: 25) {
            let checked = stream(by: known, &random)
            if !streams.contains(checked) {
                attempt.checks = [.init(checked, expectation(of: checked, by: known, &random))]
            }
        }
        attempt.conditions = []
        while attempt.conditions.count < 2, random.happens(percent: 25) {
            attempt.conditions.append(condition(by: known, &random))
        }
    }

    /// One of the filters that a query can have.
    package func filter(_ random: inout SplitMix64) -> EventFilter {
        switch random.next(below: 5) {
        case 0: .type(random.next(below: plan.types))
        case 1: .category(random.next(below: EventShape.categories.count))
        case 2: .typeAndTag(type: random.next(below: plan.types), tag: random.next(below: plan.tags))
        default: .tag(random.next(below: plan.tags))
        }
    }

    /// A stream, mostly one of those that always exist.
    package func stream(by known: Knowledge, _ random: inout SplitMix64) -> Int {
        random.happens(percent: 15) ? plan.newStream(at: known.head) : random.next(below: plan.streams)
    }

    private func event(by known: Knowledge, _ random: inout SplitMix64) -> EventShape {
        EventShape(
            stream: stream(by: known, &random), type: random.next(below: plan.types),
            tags: (0..<plan.tags).filter { _ in random.happens(percent: 30) })
    }

    private func expectation(of stream: Int, by known: Knowledge, _ random: inout SplitMix64) -> Expectation {
        let version = known.versions[stream, default: 0]
        return switch random.next(below: 20) {
        case 0..<7: .any
        case 7..<9: .noStream
        case 9..<11: .streamExists
        case 11: .exact(version + 1)
        case 12: .exact(version / 2)
        default: .exact(version)
        }
    }

    private func condition(by known: Knowledge, _ random: inout SplitMix64) -> AppendAttempt.Barred {
        // Mostly the head of a decision just made; occasionally a slightly earlier one.
        let back = random.happens(percent: 20) ? Position(random.next(below: 6)) : 0
        return .init(filter: filter(&random), after: known.head > back ? known.head - back : 0)
    }
}
