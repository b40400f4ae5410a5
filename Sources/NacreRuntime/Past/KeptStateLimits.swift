import Nacre

/// The bounds of what is kept for questions about the past.
public struct KeptStateLimits: Hashable, Sendable {
    // PROJ-41: States are kept on request, in bounded number, and thinned out evenly.

    /// The maximum number of states of one projection.
    public var states: Int

    /// The maximum size of all states together, in bytes.
    public var bytes: UInt64

    /// Creates limits.
    public init(states: Int = 64, bytes: UInt64 = 8 << 30) {
        self.states = states
        self.bytes = bytes
    }

    /// The interval at which states of a log are kept, so that they are not too many.
    ///
    /// - Parameters:
    ///   - interval: The interval that was asked for.
    ///   - head: The head of the log.
    /// - Returns: The smallest multiple of it that is long enough.
    func interval(atLeast interval: UInt64, upTo head: Position) -> UInt64 {
        // States are too many at an interval of up to head / (states + 1).
        interval * (head / (UInt64(max(states, 1)) + 1) / interval + 1)
    }

    /// The states of one projection that are too many.
    ///
    /// - Parameters:
    ///   - states: The states of the projection, by position.
    ///   - others: The size of all other states, in bytes.
    /// - Returns: Those that leave the shortest gaps when they are removed.
    func excess(of states: [KeptState], besides others: UInt64) -> [KeptState] {
        var kept = states
        var excess: [KeptState] = []
        var bytes = kept.reduce(others) { $0 + $1.bytes }
        while !kept.isEmpty, kept.count > self.states || bytes > self.bytes {
            // The last one is removed last: most questions are about the recent past.
            let index = kept.indices.dropLast().min { gap(without: $0, in: kept) < gap(without: $1, in: kept) } ?? 0
            let removed = kept.remove(at: index)
            bytes -= removed.bytes
            excess.append(removed)
        }
        return excess
    }

    /// How many events lie between a state's neighbours.
    private func gap(without index: Int, in states: [KeptState]) -> UInt64 {
        states[index + 1].position - (index > 0 ? states[index - 1].position : 0)
    }
}
