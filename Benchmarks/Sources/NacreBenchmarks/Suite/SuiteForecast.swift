/// The remaining time of a suite, from the estimated and actual times of its steps.
struct SuiteForecast: Hashable, Sendable {
    private var estimated = 0.0
    private var taken = 0.0

    /// Records the actual and the estimated time of a step, in seconds.
    mutating func note(_ seconds: Double, estimated: Int) {
        taken += seconds
        self.estimated += Double(estimated)
    }

    /// The expected time of steps in seconds: their estimates, scaled by the ratio for the steps already run.
    func seconds(of estimated: [Int]) -> Double {
        let factor = self.estimated > 0 ? taken / self.estimated : 1
        return Double(estimated.reduce(0, +)) * factor
    }
}

/// Seconds in clock format: `1:02:03`, `12:05`.
func clock(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let (hours, minutes) = (whole / 3_600, whole / 60 % 60)
    return hours > 0
        ? "\(hours):\(twoDigits(minutes)):\(twoDigits(whole % 60))" : "\(minutes):\(twoDigits(whole % 60))"
}
