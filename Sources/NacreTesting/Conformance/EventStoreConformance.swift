/// The conformance suite: the promises of every event store, each with a check.
///
/// A store's test target writes one parameterised test for each level that the store claims:
///
/// ```swift
/// @Test(arguments: EventStoreConformance.sentences(.core))
/// func `keeps what every store promises`(sentence: ConformanceRule) async throws {
///     try await sentence.check(MyStoreSubject())
/// }
/// ```
public enum EventStoreConformance {
    /// All sentences, by topic.
    public static let sentences: [ConformanceRule] =
        ConformanceRule.names + ConformanceRule.commits + ConformanceRule.permanence
        + ConformanceRule.expectations + ConformanceRule.conditions + ConformanceRule.conditionQueries
        + ConformanceRule.judgement + ConformanceRule.idempotency + ConformanceRule.ids
        + ConformanceRule.times + ConformanceRule.streamReads + ConformanceRule.logReads
        + ConformanceRule.readArguments + ConformanceRule.queries + ConformanceRule.queryLimits
        + ConformanceRule.checkpoints + ConformanceRule.closing + ConformanceRule.concurrency
        + ConformanceRule.wholeCommits + ConformanceRule.cancelling + ConformanceRule.conditionContests
        + ConformanceRule.limits + ConformanceRule.durability + ConformanceRule.durableAnswers
        + ConformanceRule.sharing + ConformanceRule.sharedRules + ConformanceRule.subscribing
        + ConformanceRule.subscriptionEnds + ConformanceRule.sharedSubscribing
        + ConformanceRule.ownStreams + ConformanceRule.processes + ConformanceRule.contention
        + ConformanceRule.transfers
        + ConformanceRule.projections + ConformanceRule.damage + ConformanceRule.lostLogs

    /// The sentences of one level.
    public static func sentences(_ level: ConformanceRule.Level) -> [ConformanceRule] {
        sentences.filter { $0.level == level }
    }
}
