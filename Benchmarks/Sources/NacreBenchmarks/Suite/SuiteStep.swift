/// One command of this program among those of a suite: a question, and how it is asked.
struct SuiteStep: Sendable {
    /// The name in the page, in `--only` and in the name of the report's file.
    var name: String
    var question: String

    var workload: String

    /// The default engines; other engines can be added unless it is only one.
    var engines: [EngineName] = [.nacre]

    /// The command's arguments besides its engines, as in a shell, separated by single spaces.
    var arguments: Sized<String>

    /// The name of the stores that it uses, which are filled once and kept for other steps; `nil` if it makes its own.
    var stores: String?

    /// The approximate duration on a small machine, in seconds.
    var seconds: Sized<Int>

    /// The approximate maximum of disk space, kept stores included, in MiB.
    var mebibytes: Sized<Int>
    var asks: [SuiteAsk] = []
}

struct SuiteGroup: Sendable {
    var title: String

    /// A sentence or two that apply to all of them.
    var introduction: String

    var steps: [SuiteStep]

    /// Rows of figures from several steps; see ``SuiteAsk/row``.
    var sharedRows: [SharedRow] = []

    /// A row that belongs to no single step.
    struct SharedRow: Sendable {
        var name: String
        var question: String
    }
}
