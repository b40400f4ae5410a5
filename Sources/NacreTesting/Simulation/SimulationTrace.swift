/// The trace of a run: the strand and the scheduling point of each step.
public struct SimulationTrace: Sendable {
    /// A hash of all steps: runs with the same fingerprint took the same course.
    public let fingerprint: UInt64

    /// The number of steps.
    public let steps: UInt64

    /// The simulated time that passed.
    public let duration: Duration

    /// The last steps, one a line: the time, the strand, and its operation.
    public var lines: [String] {
        kept.map { step in
            let micros = String(step.time / 1_000)
            let padding = String(repeating: " ", count: max(0, 9 - micros.utf8.count))
            return "\(padding)\(micros) µs  \(step.strand?.name ?? "world"): \(step.point)"
        }
    }

    private let kept: [SimulationStep]

    /// Records the steps during a run.
    struct Recorder: Sendable {
        private let limit: Int
        private var hash = StepHash()
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
            hash.add(step, picked: index)
            if kept.count < limit {
                kept.append(step)
            } else if limit > 0 {
                kept[oldest] = step
                oldest = (oldest + 1) % limit
            }
        }

        func trace(endingAt now: UInt64) -> SimulationTrace {
            SimulationTrace(
                fingerprint: hash.value, steps: count, duration: .nanoseconds(now),
                kept: Array(kept[oldest...] + kept[..<oldest]))
        }
    }
}

/// A hash of everything that a failure shows of the steps, and of the choice among ready jobs at each.
///
/// FNV-1a, over bytes and over words.
private struct StepHash: Sendable {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ step: SimulationStep, picked index: Int) {
        for word in [step.time, UInt64(index), UInt64(step.strand?.number ?? 0), step.point.number ?? 0] { add(word) }
        add(step.strand?.name ?? "")
        step.point.operation.withUTF8Buffer { add($0) }
        add(step.point.detail ?? "")
    }

    private mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { add($0) }
    }

    private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
        // Delimits consecutive texts.
        add(UInt64(bytes.count))
    }

    private mutating func add(_ word: UInt64) {
        value = (value ^ word) &* 0x100_0000_01B3
        value ^= value >> 29
    }
}
