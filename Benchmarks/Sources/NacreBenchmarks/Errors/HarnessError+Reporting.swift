import ArgumentParser

extension HarnessError {
    /// The exit code for what went wrong, which is said on standard error.
    var reported: ExitCode {
        standardError("nacre-bench: \(self)")
        return ExitCode(kind.rawValue)
    }
}
