import ChildProcesses
import Foundation
import TestRandomness

/// A copy of the package with all mutants.
struct MutatedPackage {
    /// The folders whose source is changed: the engine, projections and process managers.
    static let sources = [
        "Sources/Engines/LMDB",
        "Sources/Engines/NacreLMDB",
        "Sources/Nacre/Projections",
        "Sources/Nacre/ProcessManagers",
    ]

    /// How often places that do not compile are dropped before the build fails.
    private static let rounds = 25

    let folder: URL

    /// The file with the list of mutants.
    private var list: URL { folder.appending(path: "mutants.json") }

    /// The built mutants.
    func mutants() throws -> [Mutant] {
        try JSONDecoder().decode([Mutant].self, from: Data(contentsOf: list))
    }

    /// Copies the package, chooses places by the seed, and builds until all remaining mutants compile.
    ///
    /// - Parameters:
    ///   - package: The folder of the package.
    ///   - paths: The folders and files of the package that the places are in; if there are none, all of the source.
    ///   - count: The greatest number of mutants.
    ///   - seed: The seed that chooses the places.
    /// - Returns: The mutants.
    /// - Throws: ``MutantError`` if there is no place in one of the paths, or the copy does not compile.
    func build(from package: URL, under paths: [String], count: Int, seed: UInt64) async throws -> [Mutant] {
        var random = SeededGenerator(seed: seed)
        var places = try Self.places(in: package, under: paths).shuffled(using: &random)
        try await copy(package)
        // Some will not compile.
        places = Array(places.prefix(count + count / 4))
        var mutants = places.enumerated().map { Mutant(number: $0, mutation: $1) }
        for round in 1...Self.rounds {
            try write(mutants, from: package)
            // The tests compile if the source does: no mutant changes a declaration.
            let output = try await Self.run("swift", ["build", "--traits", "All"], in: folder)
            if output.ending == .exit(0) {
                try await optimize()
                mutants = Array(mutants.prefix(count))
                try JSONEncoder().encode(mutants).write(to: list)
                return mutants
            }
            let dropped = try dropped(of: mutants, by: output.text)
            print("round \(round): \(dropped.count) places do not compile")
            mutants.removeAll { dropped.contains($0.number) }
        }
        throw MutantError("the mutants do not compile after \(Self.rounds) rounds")
    }

    /// Builds the compiling mutants again with optimization, which cuts the time of the tests to a third; preconditions
    /// still trap.
    private func optimize() async throws {
        let arguments = ["build", "--traits", "All", "-c", "release", "--build-tests", "-Xswiftc", "-enable-testing"]
        let output = try await Self.run("swift", arguments, in: folder)
        guard output.ending == .exit(0) else {
            throw MutantError("the mutants compile, and not when they are optimized:\n\(output.text.suffix(4_000))")
        }
    }

    /// The numbers of the mutants that do not compile: those on the line of an error, else the nearest one.
    private func dropped(of mutants: [Mutant], by output: String) throws -> Set<Int> {
        var dropped: Set<Int> = []
        let error = #/(?m)^(/[^:\n]+):(\d+):\d+: error:/#
        let root = folder.path(percentEncoded: false)
        for match in output.matches(of: error) {
            guard match.1.hasPrefix(root), let line = Int(match.2) else { continue }
            let path = match.1.dropFirst(root.count).drop { $0 == "/" }
            let inFile = mutants.filter { $0.mutation.path == path }
            let nearest = inFile.map { abs($0.mutation.line - line) }.min()
            dropped.formUnion(inFile.filter { abs($0.mutation.line - line) == nearest }.map(\.number))
        }
        guard !dropped.isEmpty else {
            throw MutantError("the copy does not compile without mutants either:\n\(output.suffix(4_000))")
        }
        return dropped
    }

    private static func places(in package: URL, under paths: [String]) throws -> [Mutation] {
        var places: [Mutation] = []
        for path in try mutableFiles(in: package) {
            let source = try String(contentsOf: package.appending(path: path), encoding: .utf8)
            places += MutationSearch(path: path, source: source).found
        }
        if paths.isEmpty { return places }
        for path in paths where !places.contains(where: { $0.path.isUnder(path) }) {
            throw MutantError(
                "there is no place to change under \(path): name a folder or a Swift file in "
                    + sources.joined(separator: ", "))
        }
        return places.filter { place in paths.contains { place.path.isUnder($0) } }
    }

    /// The files whose source is changed.
    private static func mutableFiles(in package: URL) throws -> [String] {
        try swiftFiles(in: package).filter { path in sources.contains { path.isUnder($0) } }
    }

    private static func swiftFiles(in package: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(
            atPath: package.appending(path: "Sources").path(percentEncoded: false)
        )
        .filter { $0.hasSuffix(".swift") }.map { "Sources/\($0)" }.sorted()
    }

    /// Copies the files of the repository; in the copy, warnings are not errors.
    private func copy(_ package: URL) async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let files = try await Self.run("git", ["ls-files"], in: package)
        for path in files.text.split(separator: "\n").map(String.init) {
            let (from, to) = (package.appending(path: path), folder.appending(path: path))
            try FileManager.default.createDirectory(
                at: to.deletingLastPathComponent(), withIntermediateDirectories: true)
            if try Self.isSame(from, to) { continue }
            try? FileManager.default.removeItem(at: to)
            try FileManager.default.copyItem(at: from, to: to)
        }
        let manifest = folder.appending(path: "Package.swift")
        let text = try String(contentsOf: package.appending(path: "Package.swift"), encoding: .utf8)
        try Self.write(text.replacing(".treatAllWarnings(as: .error),", with: ""), to: manifest)
    }

    private static func isSame(_ from: URL, _ to: URL) throws -> Bool {
        guard let there = try? Data(contentsOf: to) else { return false }
        return try Data(contentsOf: from) == there
    }

    private func write(_ mutants: [Mutant], from package: URL) throws {
        let files = Dictionary(grouping: mutants, by: \.mutation.path)
        for path in try Self.mutableFiles(in: package) {
            let source = try String(contentsOf: package.appending(path: path), encoding: .utf8)
            let mutated = MutatedSource.applying(files[path] ?? [], to: source)
            try Self.write(mutated, to: folder.appending(path: path))
        }
        for (target, mutants) in Dictionary(grouping: mutants, by: \.mutation.targetFolder) {
            let support = MutatedSource.support(mutants)
            try Self.write(support, to: folder.appending(path: "\(target)/Mutants.swift"))
        }
    }

    /// Writes a file only if it changes, so that unchanged files are not compiled again.
    private static func write(_ text: String, to file: URL) throws {
        if let there = try? String(contentsOf: file, encoding: .utf8), there == text { return }
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    /// Runs a program, and returns all of its output.
    static func run(
        _ program: String, _ arguments: [String], in folder: URL
    ) async throws -> (text: String, ending: ChildProcess.Ending) {
        let process = try await ChildProcess(
            URL(filePath: "/bin/sh"), ["-c", "exec \"$0\" \"$@\" 2>&1", program] + arguments, in: folder)
        let text = String(decoding: try await process.output(), as: UTF8.self)
        return (text, try await process.ending())
    }
}

extension String {
    /// Whether a path of the package is another one, or in that folder.
    fileprivate func isUnder(_ path: String) -> Bool {
        split(separator: "/").starts(with: path.split(separator: "/"))
    }
}

/// The reason why mutants cannot be tested.
struct MutantError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
