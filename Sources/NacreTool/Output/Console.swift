/// The output of a command: results on standard output, everything else on standard error.
package struct Console: Sendable {
    /// Standard output, for results.
    package let output: StandardOutput

    /// Standard error, for everything else.
    package let diagnostics: Diagnostics

    /// The console of this process.
    package static let standard = Console(output: StandardOutput(), diagnostics: Diagnostics())
}
