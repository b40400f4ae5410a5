import ArgumentParser

/// Changes one comparison, bound or order of the engine's source at a time, and checks whether a test fails.
@main
struct NacreMutants: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "NacreMutants",
        abstract: "Change the engine's source in one place at a time, and run the tests that matter.",
        discussion: """
            All mutants are compiled together, in a copy of the package; the environment variable NACRE_MUTANT chooses the \
            one that is active. A place whose change does not compile is dropped. A mutant is killed where a test fails, \
            the tests end by a signal, or do not end in three times what they take. The others have survived: a test is \
            missing, or the change changes nothing that can be seen, which Survivors.txt then says of its line.
            """,
        subcommands: [BuildCommand.self, RunCommand.self])
}
