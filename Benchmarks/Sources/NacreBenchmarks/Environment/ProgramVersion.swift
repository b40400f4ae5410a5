/// What `nacre-bench --version` says: which build this is, as its reports say it.
enum ProgramVersion {
    /// The program's stamp, or why there is none, and how it was built, where a call asks for it; the name alone
    /// elsewhere.
    ///
    /// The stamp is a hash of the whole program: the many processes that nobody asks for it do without it.
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
