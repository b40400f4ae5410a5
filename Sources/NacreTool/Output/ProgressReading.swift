/// The progress of some work at a moment, and its text.
struct ProgressReading: Hashable, Sendable {
    /// The name of the work, such as `importing`.
    var action: String

    /// The number of events done.
    var done: UInt64

    /// The fraction done, 0 to 1; `nil` if the total is not known.
    var fraction: Double?

    /// The elapsed time in seconds.
    var seconds: Double

    /// The line to show: `importing: 12000 events, 45000 events/s, 38 %, 0:03 left`.
    var line: String {
        var parts = ["\(done) events"]
        if let rate = Self.rate(done, in: seconds) { parts.append("\(rate) events/s") }
        if let fraction, (0...1).contains(fraction) {
            parts.append("\(Int(fraction * 100)) %")
            if fraction > 0 {
                parts.append("\(Self.clock((seconds / fraction * (1 - fraction)).rounded(.up))) left")
            }
        }
        return "\(action): \(parts.joined(separator: ", "))"
    }

    /// The number of events per second; `nil` if too little time has passed.
    static func rate(_ events: UInt64, in seconds: Double) -> UInt64? {
        guard seconds > 0.000_001 else { return nil }
        return UInt64(exactly: (Double(events) / seconds).rounded())
    }

    /// Seconds formatted as a clock: `0:07`, `12:30`, `1:02:03`.
    static func clock(_ seconds: Double) -> String {
        // The forecast is limited to less than a thousand hours.
        let total = Int(min(seconds, 3_599_999))
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes, rest) = (total / 3600, total / 60 % 60, total % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
    }
}
