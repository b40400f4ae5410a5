/// What happened in a run: which strand went on at each step, and from where.
public struct SimulationTrace: Sendable {
    /// A number that follows from all steps: two runs that have the same one went the same way.
    public let fingerprint: UInt64

    /// How many steps the run had.
    public let steps: UInt64

    /// How much time passed on the simulated clock.
    public let duration: Duration

    /// The last steps, a line each: the time, the strand, and what it was about to do.
    public var lines: [String] {
        kept.map { step in
            let micros = String(step.time / 1_000)
            let padding = String(repeating: " ", count: max(0, 9 - micros.utf8.count))
            return "\(padding)\(micros) µs  \(step.strand?.name ?? "world"): \(step.point)"
        }
    }

    private let kept: [SimulationStep]

    /// Takes the steps down while a run goes on.
    struct Recorder: Sendable {
        private let limit: Int
        private var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        private var count: UInt64 = 0
        private var kept: [SimulationStep] = []
        private var oldest = 0
        private(set) var last: SimulationStep?

        init(limit: Int) {
            self.limit = max(0, limit)
        }

        mutating func add(_ step: SimulationStep, picked index: Int) {
            count += 1
            last = step
            for word in [step.time, UInt64(index), UInt64(step.strand?.number ?? 0), step.point.number ?? 0] {
                hash = (hash ^ word) &* 0x100_0000_01B3
                hash ^= hash >> 29
            }
            if kept.count < limit {
                kept.append(step)
            } else if limit > 0 {
                kept[oldest] = step
                oldest = (oldest + 1) % limit
            }
        }

        func trace(endingAt now: UInt64) -> SimulationTrace {
            SimulationTrace(
                fingerprint: hash, steps: count, duration: .nanoseconds(now),
                kept: Array(kept[oldest...] + kept[..<oldest]))
        }
    }
}
