/// One call of this program among those of a suite: a question, and how it is asked.
struct SuiteStep: Sendable {
    /// What the page, `--only` and the report's file call it.
    var name: String

    /// What is asked, in words.
    var question: String

    var workload: String

    /// The engines that take part, unless others are asked for; none where the command knows no engines.
    var engines: [EngineName]

    /// Whether other engines can be measured beside these.
    var comparesEngines = true

    /// What the command is told beside its engines, as a shell would take it, apart by single spaces.
    var arguments: Sized<String>

    /// Which stores it works on, that are filled once and kept for other steps; `nil` where it makes its own.
    var stores: String?

    /// About how long it takes on a small machine, in seconds.
    var seconds: Sized<Int>

    /// About how much room it takes on the disk at most, kept stores included, in MiB.
    var mebibytes: Sized<Int>

    /// What its figures are held against.
    var asks: [SuiteAsk] = []
}

/// Steps about one subject, with a table of their own.
struct SuiteGroup: Sendable {
    var title: String

    /// What holds for all of them, as a sentence or two.
    var introduction: String

    /// The steps, in the order in which they run.
    var steps: [SuiteStep]

    /// Rows that are made of figures of several steps; see ``SuiteAsk/row``.
    var sharedRows: [SharedRow] = []

    /// A row that no step has for its own.
    struct SharedRow: Sendable {
        var name: String
        var question: String
    }
}
