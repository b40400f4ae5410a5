import ArgumentParser
import Foundation

/// The option for the folder of the mutants.
struct MutantOptions: ParsableArguments {
    @Option(help: "The folder of the copy; building there again is quicker.")
    var folder: String

    @Option(help: "The folder of the package.")
    var package = "."

    var mutated: MutatedPackage { MutatedPackage(folder: URL(filePath: folder).resolvingSymlinksInPath()) }
}

/// The command `build`.
struct BuildCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build", abstract: "Choose places by a seed, and build them all, in a copy of the package.")

    @OptionGroup var options: MutantOptions

    @Option(help: "How many mutants there are to be.")
    var count = 240

    @Option(help: "The seed that chooses the places.")
    var seed: UInt64 = 1

    @Option(help: "A folder or file of the package that the places are in; repeatable, all of the source by default.")
    var under: [String] = []

    func run() async throws {
        try FileManager.default.createDirectory(atPath: options.folder, withIntermediateDirectories: true)
        let mutants = try await options.mutated.build(
            from: URL(filePath: options.package).resolvingSymlinksInPath(), under: under, count: count, seed: seed)
        for mutant in mutants { print("\(mutant.number): \(mutant.mutation.description)") }
        print("\(mutants.count) mutants")
    }
}
