/// The conformance suite: the promises of every event store, each with a check.
///
/// A store's test target writes one parameterised test for each level that the store claims:
///
/// ```swift
/// @Test(arguments: EventStoreConformance.rules(.core))
/// func `the store keeps the rules of every store`(rule: ConformanceRule) async throws {
///     try await rule.check(MyStoreSubject())
/// }
/// ```
public enum EventStoreConformance {
    /// All rules, by topic.
    public static let rules: [ConformanceRule] =
        ConformanceRule.names + ConformanceRule.commits + ConformanceRule.permanence
        + ConformanceRule.expectations + ConformanceRule.conditions + ConformanceRule.conditionQueries
        + ConformanceRule.checkOrder + ConformanceRule.idempotency + ConformanceRule.ids
        + ConformanceRule.times + ConformanceRule.streamReads + ConformanceRule.logReads
        + ConformanceRule.readArguments + ConformanceRule.queries + ConformanceRule.queryLimits
        + ConformanceRule.contexts
        + ConformanceRule.checkpoints + ConformanceRule.closing + ConformanceRule.concurrency
        + ConformanceRule.wholeCommits + ConformanceRule.cancelling + ConformanceRule.conditionContests
        + ConformanceRule.limits + ConformanceRule.durability + ConformanceRule.durableAnswers
        + ConformanceRule.sharing + ConformanceRule.sharedRules + ConformanceRule.subscribing
        + ConformanceRule.subscriptionEnds + ConformanceRule.sharedSubscribing
        + ConformanceRule.ownStreams + ConformanceRule.processes + ConformanceRule.contention
        + ConformanceRule.transfers
        + ConformanceRule.projections + ConformanceRule.damage + ConformanceRule.lostLogs

    /// The rules of one level.
    public static func rules(_ level: ConformanceRule.Level) -> [ConformanceRule] {
        rules.filter { $0.level == level }
    }
}
