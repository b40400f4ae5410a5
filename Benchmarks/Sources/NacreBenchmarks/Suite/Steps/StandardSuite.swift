/// The steps of `nacre-bench suite`.
///
/// A new step is a value in one of the files beside this one; a new group is added here. The sizes of
/// ``SuiteSize/full`` are those of the questions' original figures.
enum StandardSuite {
    /// All groups, in the order in which they run: the longest is last.
    static let groups = [appending, reading, load, kernel, operations, faults, endurance]

    static let slices = Sized(
        quick: "--runs 1 --slice-seconds 0.1", reduced: "--runs 5 --slice-seconds 0.3", full: "--runs 7")

    /// The division of single appends: a new store takes its journal into use within its first second, and keeps it.
    static let appends = slices + Sized(quick: "", reduced: "", full: "--warm-up-seconds 1")

    /// The division of passes over a whole log.
    ///
    /// A pass takes some engines several seconds, so there are only the fewest rounds with an interval.
    static let passes = Sized(
        quick: "--runs 1 --slice-seconds 0.1", reduced: "--runs 5 --slice-seconds 0.3", full: "--runs 6")

    /// Nacre, and the usual alternative in Swift, in both settings.
    static let withSQLite: [EngineName] = [.nacre, .sqlite, .sqliteLarge]

    static let withCeiling: [EngineName] = [.nacre, .lmdb, .sqlite, .sqliteLarge]

    /// Both ceilings, and SQLite with a transaction for every append and for all that wait.
    static let withCeilings: [EngineName] = [
        .nacre, .journal, .lmdb, .sqlite, .sqliteLarge, .sqliteGroup, .sqliteGroupLarge,
    ]
}
