/// How long a suite will still take, by what its steps were thought to take and what they took.
struct SuiteForecast: Hashable, Sendable {
    private var thought = 0.0
    private var taken = 0.0

    /// Notes how long a step took, and how long it was thought to take, in seconds.
    mutating func note(_ seconds: Double, thought: Int) {
        taken += seconds
        self.thought += Double(thought)
    }

    /// How long steps will take, in seconds: as much longer or shorter than thought as those that were run.
    func seconds(of thought: [Int]) -> Double {
        let factor = self.thought > 0 ? taken / self.thought : 1
        return Double(thought.reduce(0, +)) * factor
    }
}

/// Seconds as a clock shows them: `1:02:03`, `12:05`.
func clock(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let (hours, minutes) = (whole / 3_600, whole / 60 % 60)
    return hours > 0
        ? "\(hours):\(twoDigits(minutes)):\(twoDigits(whole % 60))" : "\(minutes):\(twoDigits(whole % 60))"
}
