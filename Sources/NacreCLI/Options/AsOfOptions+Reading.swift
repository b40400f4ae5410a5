import Kernel
import Nacre

extension AsOfOptions {
    /// The moment; `nil` for the present.
    var moment: Kernel.Moment? {
        switch (point, clock) {
        case (.position(let position), _): .position(position)
        case (.time(let time), .time): .happened(by: time)
        case (.time(let time), _): .time(time)
        case (nil, _): nil
        }
    }
}

extension StoreOptions {
    /// Opens the store to ask its read models: once they have seen the whole log, or as they were.
    ///
    /// Where the log begins only after that, so that every answer is empty, it says so.
    ///
    /// - Parameters:
    ///   - asOf: As of when.
    ///   - progress: Whether it is shown how far they have come.
    ///   - body: Asks.
    /// - Returns: What `body` returns.
    /// - Throws: What opening throws, and what `body` throws.
    func withReads<Result>(
        _ asOf: AsOfOptions, _ progress: ProgressOptions, _ body: (ReadSide) async throws -> Result
    ) async throws -> Result {
        guard let moment = asOf.moment else {
            return try await withUpToDateKernel(progress) { kernel in try await body(kernel.reads) }
        }
        return try await withKernel(.looking) { kernel in
            if let beginning = try await kernel.beginning(after: moment) {
                Console.standard.diagnostics.notice(
                    asOf.clock == .time
                        ? "nothing in the log had happened by then: its first event in time is of \(beginning)"
                        : "nothing had been recorded by then: the log begins at \(beginning)")
            }
            let meter = progress.meter("replaying")
            defer { meter.finish() }
            return try await kernel.asOf(
                moment, progress: { position, end in meter.update(position, of: end) }, body)
        }
    }
}
