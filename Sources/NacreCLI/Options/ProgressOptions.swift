import ArgumentParser

/// The option `--no-progress`.
struct ProgressOptions: ParsableArguments {
    @Flag(name: .customLong("no-progress"), help: "Show no progress, not even on a terminal.")
    var isSilent = false

    /// A meter on standard error, which shows something on a terminal only.
    ///
    /// - Parameter action: What is being done: `importing`.
    /// - Returns: The meter.
    func meter(_ action: String) -> ProgressMeter {
        let diagnostics = Console.standard.diagnostics
        return ProgressMeter(action, on: diagnostics.terminal.isTerminal && !isSilent ? diagnostics : nil)
    }

    /// Options that show no progress.
    static var silent: ProgressOptions {
        var options = ProgressOptions()
        options.isSilent = true
        return options
    }
}
