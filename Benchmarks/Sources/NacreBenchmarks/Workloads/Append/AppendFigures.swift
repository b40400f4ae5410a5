/// The figures of one contender's slices besides rates and latencies, as medians over the slices.
struct AppendFigures: Sendable {
    private var load = LoadFigures()
    private var stages: [StageTimes] = []
    private var repeats = 0

    /// Adds a slice, whose warm-up takes the given number of nanoseconds.
    ///
    /// Rates and fairness cover the counted answers; the backlog, the stages and the resources cover the whole slice.
    /// `storeBytes` is `nil` if the engine does not keep its store in files of its own: then neither the files nor the
    /// writes of this process show the store's cost to the disk.
    mutating func add(
        _ slice: AppendSlice, counted: CountedAnswers, warmUp: UInt64, payloadBytes: UInt64, storeBytes: UInt64?
    ) {
        if let offered = slice.offered {
            if let rate = offered.perSecond(from: slice.start + warmUp) {
                load.add("appends offered a second", rate, .count)
            }
            load.add("appends answered a second", counted.appendsPerSecond, .count)
            load.add("due and unanswered appends, maximum", Double(offered.greatestBacklog), .count)
            load.add("due appends not begun at the end", Double(offered.waitsInVain().count), .count)
        }
        // In an open loop, any free writer takes the next append, so that fairness between writers has no meaning.
        if slice.offered == nil { load.add(sharesOfEach: counted.eventsOfWriters, "writer") }
        load.add(slice.use, events: slice.events, payloadBytes: storeBytes == nil ? 0 : payloadBytes)
        if let storeBytes, payloadBytes > 0 {
            load.add("disk used, of the payloads", Double(storeBytes) / Double(payloadBytes), .ratio)
        }
        for times in slice.stages { add(times) }
        repeats += slice.records.reduce(0) { $0 + $1.repeats }
        load.add(slice.records.lazy.flatMap(\.failures), of: "appends")
    }

    private mutating func add(_ times: StageTimes) {
        if let index = stages.firstIndex(where: { $0.stage == times.stage }) {
            stages[index].times.merge(times.times)
        } else {
            stages.append(times)
        }
    }

    func note(in result: inout ContenderResult) {
        load.note(in: &result)
        for stage in stages {
            result.note("a group's \(stage.stage) time", stage.times, [.p50, .p99])
        }
        if repeats > 0 { result.note("repeated appends answered as already recorded", Double(repeats), .count) }
    }
}
