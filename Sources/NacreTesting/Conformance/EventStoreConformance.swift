/// The conformance suite: the promises of every event store, each with a check.
///
/// A store's test target writes one parameterised test for each level that the store claims:
///
/// ```swift
/// @Test(arguments: EventStoreConformance.sentences(.core))
/// func `keeps what every store promises`(sentence: ConformanceSentence) async throws {
///     try await sentence.check(MyStoreSubject())
/// }
/// ```
public enum EventStoreConformance {
    /// All sentences, by topic.
    public static let sentences: [ConformanceSentence] =
        ConformanceSentence.names + ConformanceSentence.commits + ConformanceSentence.permanence
        + ConformanceSentence.expectations + ConformanceSentence.conditions + ConformanceSentence.conditionQueries
        + ConformanceSentence.judgement + ConformanceSentence.idempotency + ConformanceSentence.ids
        + ConformanceSentence.times + ConformanceSentence.streamReads + ConformanceSentence.logReads
        + ConformanceSentence.readArguments + ConformanceSentence.queries + ConformanceSentence.queryLimits
        + ConformanceSentence.checkpoints + ConformanceSentence.closing + ConformanceSentence.concurrency
        + ConformanceSentence.wholeCommits + ConformanceSentence.cancelling + ConformanceSentence.conditionContests
        + ConformanceSentence.limits + ConformanceSentence.durability + ConformanceSentence.durableAnswers
        + ConformanceSentence.sharing + ConformanceSentence.sharedRules + ConformanceSentence.subscribing
        + ConformanceSentence.subscriptionEnds + ConformanceSentence.sharedSubscribing
        + ConformanceSentence.ownStreams + ConformanceSentence.processes + ConformanceSentence.contention
        + ConformanceSentence.transfers
        + ConformanceSentence.projections + ConformanceSentence.damage + ConformanceSentence.lostLogs

    /// The sentences of one level.
    public static func sentences(_ level: ConformanceSentence.Level) -> [ConformanceSentence] {
        sentences.filter { $0.level == level }
    }
}
