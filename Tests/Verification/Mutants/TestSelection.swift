/// Some of the tests.
struct TestSelection: Hashable, Sendable {
    /// What the names of the tests match.
    let filter: String
    /// What they do not match.
    var skip: String?

    /// The selections that judge a mutant, one after the other: the tests that are named after its file, those of its
    /// target, and at last those that take longest, which start processes by the hundred.
    static func stages(for mutation: Mutation) -> [TestSelection] {
        let file = mutation.path.split(separator: "/").last?.split(whereSeparator: { $0 == "." || $0 == "+" })
        let name = file?.dropLast().last.map(String.init) ?? ""
        let own = TestSelection(filter: "^[A-Za-z]*Tests\\.(.*/)?[A-Za-z]*\(name)", skip: slow)
        return [own] + stages(ofTarget: mutation.target)
    }

    /// The stages behind the first.
    static func stages(ofTarget target: String) -> [TestSelection] {
        switch target {
        case "LMDB": [TestSelection(filter: "^LMDBTests\\.")] + stages(ofTarget: "NacreLMDB")
        case "NacreLMDB":
            [
                TestSelection(filter: "^NacreLMDBTests\\.", skip: slow),
                TestSelection(filter: "^NacreLMDBTests\\.\(slow)"),
            ]
        default:
            [
                TestSelection(filter: "^(NacreTests|NacreTestingTests|NacreSimulationTests)\\."),
                TestSelection(filter: "^(NacreLMDBTests|ShellTests)\\.", skip: slow),
            ]
        }
    }

    private static let slow = "PowerLossTests"
}
