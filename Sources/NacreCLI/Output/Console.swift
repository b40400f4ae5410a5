/// Both ends of what a command says: results on standard output, everything else on standard error.
struct Console: Sendable {
    /// For results.
    let output: StandardOutput

    /// For everything else.
    let diagnostics: Diagnostics

    /// The console of this process.
    static let standard = Console(output: StandardOutput(), diagnostics: Diagnostics())
}
