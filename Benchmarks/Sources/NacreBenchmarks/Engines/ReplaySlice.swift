/// What one slice of replaying measured.
struct ReplaySlice: Sendable {
    /// Nanoseconds of each pass over the whole log.
    var passes: [UInt64]

    /// What each pass found.
    var contents: [LogContents]

    /// Events a second, over all passes.
    var eventsPerSecond: Double {
        let nanoseconds = passes.reduce(0, +)
        return nanoseconds == 0 ? 0 : Double(contents.reduce(0) { $0 + $1.events }) * 1e9 / Double(nanoseconds)
    }

    /// Times passes until so many seconds are used up; makes at least one.
    ///
    /// - Parameters:
    ///   - seconds: After which no further pass begins.
    ///   - pass: One pass over the whole log.
    /// - Returns: The passes.
    /// - Throws: What a pass throws.
    static func passes(seconds: Double, _ pass: () throws -> LogContents) rethrows -> ReplaySlice {
        var slice = ReplaySlice(passes: [], contents: [])
        let start = monotonicNanoseconds()
        var before = start
        repeat {
            slice.contents.append(try pass())
            let after = monotonicNanoseconds()
            slice.passes.append(after - before)
            before = after
        } while Double(before - start) < seconds * 1e9
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
        let start = monotonicNanoseconds()
        var before = start
        repeat {
            slice.contents.append(try await pass())
            let after = monotonicNanoseconds()
            slice.passes.append(after - before)
            before = after
        } while Double(before - start) < seconds * 1e9
        return slice
    }
}
