import Nacre
package import NacreRuntime

extension Runtime {
    /// Says that a log begins only after a moment, so that every answer as of that is empty.
    ///
    /// - Parameters:
    ///   - moment: The moment.
    ///   - asOf: The options that it was given by.
    /// - Throws: `EventStoreError` where the log cannot be read.
    package func sayBeginning(after moment: Moment, _ asOf: AsOfOptions) async throws {
        guard let beginning = try await beginning(after: moment) else { return }
        Console.standard.diagnostics.notice(
            asOf.clock == .time
                ? "nothing in the log had happened by then: its first event in time is of \(beginning)"
                : "nothing had been recorded by then: the log begins at \(beginning)")
    }
}
