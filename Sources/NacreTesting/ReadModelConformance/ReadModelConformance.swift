/// The conformance suite of read model stores: the promises of every one, each with a check.
///
/// ```swift
/// @Test(arguments: ReadModelConformance.sentences(.core))
/// func `keeps what every read-model store promises`(sentence: ReadModelRule) async throws {
///     try await sentence.check(MyReadModelSubject())
/// }
/// ```
public enum ReadModelConformance {
    /// All sentences, by topic.
    public static let sentences: [ReadModelRule] =
        ReadModelRule.rows + ReadModelRule.walks + ReadModelRule.ranges
        + ReadModelRule.transactions + ReadModelRule.separation + ReadModelRule.shadows
        + ReadModelRule.generations
        + ReadModelRule.definitions + ReadModelRule.projections + ReadModelRule.durability

    /// The sentences of one level.
    public static func sentences(_ level: ConformanceRule.Level) -> [ReadModelRule] {
        sentences.filter { $0.level == level }
    }
}
