import Nacre

/// The time from each append's answer until it was readable in read models.
struct ProjectionLags: Hashable, Sendable {
    /// The lag of every append in nanoseconds, for each read model.
    private(set) var ofModels: [String: [UInt64]] = [:]

    /// The lag of every append in nanoseconds, for the slowest read model.
    private(set) var ofAll: [UInt64] = []

    /// The number of appends that a read model did not reach.
    private(set) var missing = 0

    init(of answers: [ArrivalRecord.Answer], in timeline: [String: [ProjectionTimeline.Step]]) {
        ofAll = [UInt64](repeating: 0, count: answers.count)
        for (model, steps) in timeline {
            var lags: [UInt64] = []
            lags.reserveCapacity(answers.count)
            for (index, answer) in answers.enumerated() {
                guard let step = Self.firstStep(to: answer.position, in: steps) else {
                    missing += 1
                    continue
                }
                // A projection may have applied an append before its caller had the answer.
                let lag = step.moment > answer.moment ? step.moment - answer.moment : 0
                lags.append(lag)
                ofAll[index] = max(ofAll[index], lag)
            }
            ofModels[model] = lags
        }
    }

    private static func firstStep(
        to position: Position, in steps: [ProjectionTimeline.Step]
    ) -> ProjectionTimeline.Step? {
        var range = 0..<steps.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = steps[middle].position < position ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound < steps.count ? steps[range.lowerBound] : nil
    }
}
