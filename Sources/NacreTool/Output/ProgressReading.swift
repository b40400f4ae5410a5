/// The progress of some work at a moment, and its text.
struct ProgressReading: Hashable, Sendable {
    /// The name of the work, such as `importing`.
    var action: String

    /// The number of events, or of other units, done.
    var done: UInt64

    /// The plural of what is counted.
    var unit = "events"

    /// The fraction done, 0 to 1; `nil` if the total is not known.
    var fraction: Double?

    /// The elapsed time in seconds.
    var seconds: Double

    /// The line to show: `importing: 12000 events, 45000 events/s, 38 %, 0:03 left`.
    var line: String { line(fitting: .max) }

    /// The line to show in a number of cells, without what has no room: first the rate, then the count, then the time.
    func line(fitting cells: Int) -> String {
        let left = timeLeft.map { "\($0) left" }
        let share = fraction.flatMap { (0...1).contains($0) ? "\(Int($0 * 100)) %" : nil }
        let count = done == 0 && share == nil ? nil : "\(done) \(unit)"
        let rate = count == nil ? nil : Self.rate(done, in: seconds).map { "\($0) \(unit)/s" }
        let lines = [[count, rate, share, left], [count, share, left], [share ?? count, left], [share ?? count]]
            .map { parts in
                let parts = parts.compactMap(\.self)
                return parts.isEmpty ? action : "\(action): \(parts.joined(separator: ", "))"
            }
        return lines.first { TerminalText.cells(of: $0) <= cells } ?? lines[lines.count - 1]
    }

    private var timeLeft: String? {
        guard let fraction, fraction > 0, fraction <= 1 else { return nil }
        return Self.clock((seconds / fraction * (1 - fraction)).rounded(.up))
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
