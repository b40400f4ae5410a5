import ArgumentParser

/// The option `--no-progress`.
package struct ProgressOptions: ParsableArguments, Sendable {
    @Flag(name: .customLong("no-progress"), help: "Show no progress, not even on a terminal.")
    package var isSilent = false

    package init() {}

    /// A meter on standard error, which shows progress on a terminal only.
    ///
    /// - Parameters:
    ///   - action: The name of the work, such as `importing`.
    ///   - unit: The plural of what is counted.
    /// - Returns: The meter.
    package func meter(_ action: String, unit: String = "events") -> ProgressMeter {
        let diagnostics = Console.standard.diagnostics
        return ProgressMeter(action, unit: unit, on: diagnostics.terminal.isTerminal && !isSilent ? diagnostics : nil)
    }

    /// Options that show no progress.
    package static var silent: ProgressOptions {
        var options = ProgressOptions()
        options.isSilent = true
        return options
    }
}
