import Nacre
import NacreLMDB
import Synchronization
import TestRandomness

/// A mutated store that is determined by a seed.
protocol Fuzzed {
    /// What was mutated.
    var name: String { get }
    /// The mutations as text.
    var story: String { get }

    /// Creates the store in a folder.
    func write(to folder: String) throws

    /// Creates the store in a folder, and asks it all questions.
    ///
    /// - Returns: The wrong answers.
    func run(in folder: String) async throws -> [String]
}

/// One store with mutated entries of a file, determined by the seed, and its answers.
struct FuzzCase: Fuzzed {
    let seed: UInt64
    let specimen: Specimen
    let file: Specimen.File
    /// The entries of the changed file.
    let entries: [RawEntry]
    /// The mutations as text.
    let story: String

    var name: String { "\(file.rawValue) of \(specimen.shape)" }

    /// Draws the mutations.
    init(seed: UInt64, only: Specimen.File?, of specimens: [Specimen]) {
        self.seed = seed
        var random = SeededGenerator(seed: seed &* 0x9E37_79B9_7F4A_7C15 ^ 0x6E61_6372_65)
        let specimen = specimens[random.below(specimens.count)]
        let file = only ?? [.log, .log, .index, .views][random.below(4)]
        let others = Self.values(of: specimens[random.below(specimens.count)])
        let original = specimen.entries[file] ?? []
        let mutations = SeededGenerator(seed: random.next())
        switch file {
        case .log:
            var mutation = LogMutation(mutations, others: others)
            entries = mutation.mutated(original)
            story = mutation.story.joined(separator: "; ")
        case .index:
            var mutation = IndexMutation(mutations, others: others)
            entries = mutation.mutated(original)
            story = mutation.story.joined(separator: "; ")
        case .views:
            var mutation = ViewsMutation(mutations, others: others)
            entries = mutation.mutated(original)
            story = mutation.story.joined(separator: "; ")
        }
        self.specimen = specimen
        self.file = file
    }

    /// Values of all files of a store.
    private static func values(of specimen: Specimen) -> [[UInt8]] {
        Specimen.File.allCases.flatMap { (specimen.entries[$0] ?? []).prefix(40).map(\.value) }
    }

    /// Creates the store in a folder.
    func write(to folder: String) throws {
        try specimen.write(to: folder)
        let path = folder + "/" + file.rawValue
        switch file {
        // A log never frees pages.
        case .log: try RawFile.make(path, of: entries)
        case .index, .views: try RawFile.change(path, from: specimen.entries[file] ?? [], to: entries)
        }
    }

    /// Creates the store in a folder, and asks it all questions.
    ///
    /// - Returns: The wrong answers.
    func run(in folder: String) async throws -> [String] {
        try write(to: folder)
        let found = try RawFile.entries(of: folder + "/" + file.rawValue)
        var audit = CaseAudit(self, log: file == .log ? ParsedLog(found) : specimen.log)
        let store: LMDBEventStore
        do {
            store = try await Specimen.open(folder, isIndexing: seed % 2 == 0)
        } catch {
            audit.judgeRefusal(Answer(error))
            return audit.faults
        }
        await audit.ask(store, in: folder)
        await store.close()
        audit.judge(logAfter: ParsedLog(try RawFile.entries(of: folder + "/log.mdb")))
        return audit.faults
    }
}
