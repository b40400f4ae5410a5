import Nacre

/// The possible ends of a log at a moment: a range of positions, both included.
struct LogEnds: Hashable, Sendable {
    var low: Position
    var high: Position
    static let any = LogEnds(low: 0, high: .max)
    static let none = LogEnds(low: 1, high: 0)

    /// Whether there is no possible end.
    var isEmpty: Bool { low > high }

    /// The intersection.
    func and(_ other: LogEnds) -> LogEnds { LogEnds(low: max(low, other.low), high: min(high, other.high)) }
}

extension LogEnds {
    /// The ends at which the log contains exactly `count` of some positions.
    init(holding count: Int, of positions: [Position]) {
        guard count <= positions.count else {
            self = .none
            return
        }
        self.init(
            low: count == 0 ? 0 : positions[count - 1], high: count < positions.count ? positions[count] - 1 : .max)
    }

    /// The ends at which a stream with events at some positions meets an expectation.
    init(holding expectation: Expectation, _ positions: [Position]) {
        switch expectation {
        case .any: self = .any
        case .noStream: self.init(holding: 0, of: positions)
        case .streamExists: self = positions.first.map { LogEnds(low: $0, high: .max) } ?? .none
        case .exact(let version): self.init(holding: Int(clamping: version), of: positions)
        }
    }
}
