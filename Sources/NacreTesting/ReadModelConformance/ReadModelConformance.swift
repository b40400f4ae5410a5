/// The conformance suite of read model stores: the promises of every one, each with a check.
///
/// ```swift
/// @Test(arguments: ReadModelConformance.rules(.core))
/// func `the store keeps the rules of every read model store`(rule: ReadModelRule) async throws {
///     try await rule.check(MyReadModelSubject())
/// }
/// ```
public enum ReadModelConformance {
    /// All rules, by topic.
    public static let rules: [ReadModelRule] =
        ReadModelRule.rows + ReadModelRule.walks + ReadModelRule.ranges
        + ReadModelRule.transactions + ReadModelRule.separation + ReadModelRule.shadows
        + ReadModelRule.generations
        + ReadModelRule.definitions + ReadModelRule.projections + ReadModelRule.durability

    /// The rules of one level.
    public static func rules(_ level: ConformanceRule.Level) -> [ReadModelRule] {
        rules.filter { $0.level == level }
    }
}
