import ArgumentParser

extension HarnessError {
    /// The exit code of the error, which is printed on standard error.
    var reported: ExitCode {
        standardError("nacre-bench: \(self)")
        return ExitCode(kind.rawValue)
    }
}
