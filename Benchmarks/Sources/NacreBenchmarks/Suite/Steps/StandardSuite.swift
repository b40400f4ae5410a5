/// What `nacre-bench suite` runs.
///
/// A new step is a value in one of the files beside this one; a new group is added here. The sizes of
/// ``SuiteSize/full`` are those that the figures in question were asked at.
enum StandardSuite {
    /// All groups, in the order in which they run: what takes longest is last.
    static let groups = [appending, reading, load, kernel, operations, faults, endurance]

    /// How slices are cut where nothing else is said.
    static let slices = Sized(
        quick: "--runs 1 --slice-seconds 0.1", reduced: "--runs 5 --slice-seconds 0.3", full: "--runs 7")

    /// How passes over a whole log are cut: one takes some engines several seconds, so there are as few rounds as have
    /// an interval.
    static let passes = Sized(
        quick: "--runs 1 --slice-seconds 0.1", reduced: "--runs 5 --slice-seconds 0.3", full: "--runs 6")

    /// Nacre beside what a Swift developer would use instead, in both settings.
    static let withSQLite: [EngineName] = [.nacre, .sqlite, .sqliteLarge]

    static let withCeiling: [EngineName] = [.nacre, .lmdb, .sqlite, .sqliteLarge]
}
