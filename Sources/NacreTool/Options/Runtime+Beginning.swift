package import Nacre
package import NacreRuntime

extension Runtime {
    /// Prints a notice if a moment sees no event of a projection, so that every result as of that moment is empty.
    ///
    /// - Parameters:
    ///   - moment: The moment.
    ///   - clock: The time that the moment refers to; `nil` for when an event was recorded.
    ///   - projection: The name of the projection.
    /// - Throws: `EventStoreError` if the log cannot be read.
    package func reportBeginning(after moment: Moment, by clock: AsOfOptions.Clock?, of projection: String) async throws
    {
        guard try await !reportBeginning(after: moment, by: clock) else { return }
        guard let first = try await firstEvent(of: projection, after: moment) else { return }
        report(first, by: clock, of: projection)
    }

    /// Prints a notice if a moment sees no event of a stream, so that every result as of that moment is empty.
    ///
    /// - Parameters:
    ///   - moment: The moment.
    ///   - clock: The time that the moment refers to; `nil` for when an event was recorded.
    ///   - stream: The stream.
    /// - Throws: `EventStoreError` if the log cannot be read.
    package func reportBeginning(after moment: Moment, by clock: AsOfOptions.Clock?, of stream: StreamName) async throws
    {
        guard try await !reportBeginning(after: moment, by: clock) else { return }
        guard let first = try await firstEvent(of: stream, after: moment) else { return }
        report(first, by: clock, of: stream.text)
    }

    /// Prints a notice if the whole log is later than a moment.
    ///
    /// - Returns: Whether it is.
    private func reportBeginning(after moment: Moment, by clock: AsOfOptions.Clock?) async throws -> Bool {
        guard let beginning = try await beginning(after: moment) else { return false }
        Console.standard.diagnostics.notice(
            clock == .time
                ? "no event had happened by then: the first one happened at \(beginning)"
                : "no event had been recorded by then: the log begins at \(beginning)")
        return true
    }

    private func report(_ first: RecordedEvent, by clock: AsOfOptions.Clock?, of name: String) {
        let when = clock == .time ? "happened at \(first.time)" : "was recorded at \(first.recordedAt)"
        let what = clock == .time ? "happened" : "been recorded"
        Console.standard.diagnostics.notice(
            "no event of \(name) had \(what) by then: the first one, at position \(first.position), \(when)")
    }
}
