/// Both ends of what a command says: results on standard output, everything else on standard error.
package struct Console: Sendable {
    /// For results.
    package let output: StandardOutput

    /// For everything else.
    package let diagnostics: Diagnostics

    /// The console of this process.
    package static let standard = Console(output: StandardOutput(), diagnostics: Diagnostics())
}
