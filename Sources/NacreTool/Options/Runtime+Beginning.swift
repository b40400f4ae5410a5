import Nacre
package import NacreRuntime

extension Runtime {
    /// Prints a notice if the log begins only after a moment, so that every result as of that moment is empty.
    ///
    /// - Parameters:
    ///   - moment: The moment.
    ///   - asOf: The options that specify the moment.
    /// - Throws: `EventStoreError` if the log cannot be read.
    package func reportBeginning(after moment: Moment, _ asOf: AsOfOptions) async throws {
        guard let beginning = try await beginning(after: moment) else { return }
        Console.standard.diagnostics.notice(
            asOf.clock == .time
                ? "no event had happened by then: the first one happened at \(beginning)"
                : "no event had been recorded by then: the log begins at \(beginning)")
    }
}
