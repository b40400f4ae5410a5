import ArgumentParser

/// The measurements of one slice of replaying.
package struct ReplaySlice: Sendable {
    /// Nanoseconds of each pass over the whole log.
    package var passes: [UInt64]

    /// The log contents that each pass read.
    package var contents: [LogContents]

    /// Processor time of all passes together, in nanoseconds; 0 if not measured.
    package var processorTime: UInt64 = 0

    /// Events a second, over all passes.
    package var eventsPerSecond: Double { perSecond(contents.reduce(0) { $0 + $1.events }, in: passes.reduce(0, +)) }

    /// Times passes until `seconds` have elapsed; makes at least one.
    package static func passes(seconds: Double, _ pass: () throws -> LogContents) rethrows -> ReplaySlice {
        var clock = Clock()
        repeat { clock.note(try pass()) } while clock.nanoseconds < seconds * 1e9
        return clock.slice
    }

    package static func passes(seconds: Double, _ pass: () async throws -> LogContents) async rethrows -> ReplaySlice {
        var clock = Clock()
        repeat { clock.note(try await pass()) } while clock.nanoseconds < seconds * 1e9
        return clock.slice
    }

    private struct Clock {
        private(set) var slice = ReplaySlice(passes: [], contents: [])
        private let processorTime = ProcessorTime.ofProcess
        private let start = monotonicNanoseconds()
        private var before: UInt64

        init() { before = start }

        var nanoseconds: Double { Double(before - start) }

        mutating func note(_ contents: LogContents) {
            slice.contents.append(contents)
            let after = monotonicNanoseconds()
            slice.passes.append(after - before)
            before = after
            slice.processorTime = ProcessorTime.ofProcess - processorTime
        }
    }
}

extension ReplaySlice {
    /// Processor time per event, in nanoseconds; `nil` if it was not measured or there was no event.
    package var processorTimePerEvent: Double? {
        let events = contents.reduce(0) { $0 + $1.events }
        return events > 0 && processorTime > 0 ? Double(processorTime) / Double(events) : nil
    }
}

/// How a replay's events reach the reader.
package enum ReplayPath: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    /// In place, without copying, as far as the engine permits.
    case scan

    /// As self-contained values, through the sequence that applications iterate over.
    case sequence
}
