/// The output of `nacre-bench --version`: it identifies the build as its reports do.
enum ProgramVersion {
    /// The program's stamp, or why there is none, and its build settings, if a call asks for the version; otherwise the
    /// name alone.
    ///
    /// The stamp is a hash of the whole program, which the many worker processes need not compute.
    static func line(for arguments: [String]) -> String {
        guard arguments.contains("--version") else { return "nacre-bench" }
        let stamp =
            switch ProgramStamp.own {
            case .success(let stamp): stamp
            case .failure(let error): "unknown (\(error))"
            }
        return "nacre-bench, program \(stamp), \(MachineEnvironment.buildConfiguration) build, Swift "
            + SystemNames.compiler
    }
}
