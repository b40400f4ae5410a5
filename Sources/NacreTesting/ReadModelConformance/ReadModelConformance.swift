/// The conformance suite of read model stores: the promises of every one, each with a check.
///
/// ```swift
/// @Test(arguments: ReadModelConformance.sentences(.core))
/// func `keeps what every read-model store promises`(sentence: ReadModelSentence) async throws {
///     try await sentence.check(MyReadModelSubject())
/// }
/// ```
public enum ReadModelConformance {
    /// All sentences, by topic.
    public static let sentences: [ReadModelSentence] =
        ReadModelSentence.rows + ReadModelSentence.walks + ReadModelSentence.ranges
        + ReadModelSentence.transactions + ReadModelSentence.separation + ReadModelSentence.shadows
        + ReadModelSentence.generations
        + ReadModelSentence.definitions + ReadModelSentence.projections + ReadModelSentence.durability

    /// The sentences of one level.
    public static func sentences(_ level: ConformanceSentence.Level) -> [ReadModelSentence] {
        sentences.filter { $0.level == level }
    }
}
