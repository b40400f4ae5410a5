/// What one slice of replaying measured.
struct ReplaySlice: Sendable {
    /// Nanoseconds of each pass over the whole log.
    var passes: [UInt64]

    /// What each pass found.
    var contents: [LogContents]

    /// Processor time of all passes together, in nanoseconds; 0 where nobody has looked.
    var processorTime: UInt64 = 0

    /// Events a second, over all passes.
    var eventsPerSecond: Double { perSecond(contents.reduce(0) { $0 + $1.events }, in: passes.reduce(0, +)) }

    /// Times passes until so many seconds are used up; makes at least one.
    ///
    /// - Parameters:
    ///   - seconds: After which no further pass begins.
    ///   - pass: One pass over the whole log.
    /// - Returns: The passes.
    /// - Throws: What a pass throws.
    static func passes(seconds: Double, _ pass: () throws -> LogContents) rethrows -> ReplaySlice {
        var slice = ReplaySlice(passes: [], contents: [])
        let processorTime = ProcessorTime.ofProcess
        let start = monotonicNanoseconds()
        var before = start
        repeat {
            slice.contents.append(try pass())
            let after = monotonicNanoseconds()
            slice.passes.append(after - before)
            before = after
        } while Double(before - start) < seconds * 1e9
        slice.processorTime = ProcessorTime.ofProcess - processorTime
        return slice
    }

    /// Times passes that suspend, in the same way.
    ///
    /// - Parameters:
    ///   - seconds: After which no further pass begins.
    ///   - pass: One pass over the whole log.
    /// - Returns: The passes.
    /// - Throws: What a pass throws.
    static func passes(seconds: Double, _ pass: () async throws -> LogContents) async rethrows -> ReplaySlice {
        var slice = ReplaySlice(passes: [], contents: [])
        let processorTime = ProcessorTime.ofProcess
        let start = monotonicNanoseconds()
        var before = start
        repeat {
            slice.contents.append(try await pass())
            let after = monotonicNanoseconds()
            slice.passes.append(after - before)
            before = after
        } while Double(before - start) < seconds * 1e9
        slice.processorTime = ProcessorTime.ofProcess - processorTime
        return slice
    }
}

extension ReplaySlice {
    /// Processor time that an event took, in nanoseconds; `nil` where nobody has looked, or there was no event.
    var processorTimePerEvent: Double? {
        let events = contents.reduce(0) { $0 + $1.events }
        return events > 0 && processorTime > 0 ? Double(processorTime) / Double(events) : nil
    }

    /// Makes the slice slower: burns the share of what its passes took, and counts that as theirs.
    mutating func plant(_ slowdown: PlantedSlowdown) {
        guard slowdown.percent > 0, !passes.isEmpty else { return }
        let (processorTime, start) = (ProcessorTime.ofThread, monotonicNanoseconds())
        slowdown.burn(shareOf: self.processorTime)
        let each = (monotonicNanoseconds() - start) / UInt64(passes.count)
        self.processorTime += ProcessorTime.ofThread - processorTime
        passes = passes.map { $0 + each }
    }
}
