import ArgumentParser

/// Changes one comparison, bound or order of the engine's source at a time, and checks whether a test fails.
@main
struct NacreMutants: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "NacreMutants",
        abstract: "Change the engine's source in one place at a time, and run the tests for it.",
        discussion: """
            All mutants are compiled together, in a copy of the package; the environment variable NACRE_MUTANT \
            selects the active one. A place whose change does not compile is dropped. A mutant is killed if a test \
            fails, or if the tests crash or take more than three times their usual time. The others survive: a test \
            is missing, or the change has no observable effect, which Survivors.txt then explains for its line.
            """,
        subcommands: [BuildCommand.self, RunCommand.self])
}
