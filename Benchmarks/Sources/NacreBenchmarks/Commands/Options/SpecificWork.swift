/// A command whose workload is told something that only it knows.
protocol SpecificWork {
    /// What decides what its work is, beside what all workloads are told, by the names of its options.
    ///
    /// Two runs that differ in it did different work, and are not compared. How often and how long it is measured, with
    /// which draws, where, and what becomes of the figures is no part of it.
    var told: [String: String] { get }
}
