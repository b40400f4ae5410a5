/// How far a long operation on a store is: its phase, and how much of that is done.
public struct PhaseProgress: Hashable, Sendable {
    /// What happens at present, such as `comparing the index`.
    public let phase: String

    /// The number of units done.
    public let done: UInt64

    /// The number of units of the whole phase; 0 if it is not known.
    public let total: UInt64

    /// The plural of what is counted.
    public let unit: String

    /// Creates a progress.
    ///
    /// - Parameters:
    ///   - phase: What happens at present.
    ///   - done: The number of units done.
    ///   - total: The number of units of the whole phase; 0 if it is not known.
    ///   - unit: The plural of what is counted.
    public init(_ phase: String, _ done: UInt64 = 0, of total: UInt64 = 0, unit: String = "events") {
        self.phase = phase
        self.done = done
        self.total = total
        self.unit = unit
    }
}
