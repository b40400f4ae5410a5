/// A selection of tests.
struct TestSelection: Hashable, Sendable {
    /// The pattern that the names of the tests match.
    let filter: String
    /// The pattern that they do not match.
    var skip: String?

    /// The selections for a mutant, in order: the tests named after its file, those of the journal for a mutant there,
    /// those of its target, and finally the slowest ones, which start hundreds of processes.
    static func stages(for mutation: Mutation) -> [TestSelection] {
        let file = mutation.path.split(separator: "/").last?.split(whereSeparator: { $0 == "." || $0 == "+" })
        let name = file?.dropLast().last.map(String.init) ?? ""
        let own = TestSelection(filter: "^[A-Za-z]*Tests\\.(.*/)?[A-Za-z]*\(name)", skip: slow)
        return [own] + (mutation.isInJournal ? [journal] : []) + stages(ofTarget: mutation.target)
    }

    /// The selections that no file has for itself.
    private static func stages(ofTarget target: String) -> [TestSelection] {
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

    /// The tests of the journal, which take a fraction of the time of all tests of the engine.
    private static let journal = TestSelection(
        filter: "^NacreLMDBTests\\.(Journal|Pending|EmptyMark|LostJournal|StaleFrame|StorePresence|TornFrame)",
        skip: "JournalKillTests")

    private static let slow = "PowerLossTests"
}
