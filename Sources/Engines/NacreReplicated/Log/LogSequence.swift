/// An entry's 1-based ordinal in a replicated log: unique, increasing, without gaps; 0 is before everything.
public struct LogSequence: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number.
    public let number: UInt64

    /// - Parameter number: The number.
    public init(_ number: UInt64) {
        self.number = number
    }

    /// Before the first entry.
    public static let zero = LogSequence(0)

    /// The sequence of the next entry.
    public var next: LogSequence { LogSequence(number + 1) }

    /// Whether a sequence is before another.
    public static func < (left: LogSequence, right: LogSequence) -> Bool { left.number < right.number }

    /// The number.
    public var description: String { String(number) }
}
