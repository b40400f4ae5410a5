import Nacre

/// The failure of an import, with what is recorded nevertheless.
struct StoppedImport: Error {
    /// The reason.
    private(set) var cause: any Error

    /// What is recorded, with the remedy.
    let recorded: String

    /// Creates the failure.
    ///
    /// - Parameters:
    ///   - cause: The reason.
    ///   - summary: The batches that are durable.
    ///   - input: The name of the input.
    init(_ cause: any Error, after summary: ImportSummary, of input: String) {
        self.cause = cause
        let isUnknown = (cause as? EventStoreError)?.outcome == .unknown
        recorded = (isUnknown ? "at least: " : "") + summary.recorded(of: input)
    }

    /// The same failure with more about its reason.
    func with(cause: any Error) -> StoppedImport {
        var failure = self
        failure.cause = cause
        return failure
    }
}

extension StoppedImport: CustomStringConvertible {
    /// The message of the cause.
    var description: String { "\(cause)" }
}

extension ImportSummary {
    /// What is durable of an import that has not finished, with the remedy.
    ///
    /// - Parameter input: The name of the input.
    /// - Returns: The text.
    func recorded(of input: String) -> String {
        guard lines > 0 else { return "this import has recorded nothing of \(input)" }
        let appended = Figures.count(imported, "event")
        return "\(input) is recorded up to line \(lines): \(appended) appended, \(skipped) already recorded; "
            + "repeat the command to go on"
    }
}
