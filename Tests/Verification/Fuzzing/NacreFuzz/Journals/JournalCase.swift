import Nacre
import NacreLMDB
import TestRandomness

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One store with a mutated journal in use, determined by the seed, and its answers.
struct JournalCase: Fuzzed {
    let seed: UInt64
    let specimen: Specimen
    /// The store before the mutations.
    let original: KilledStore
    let mutated: KilledStore
    /// The mutations as text.
    let story: String
    /// Whether a value behind a valid checksum was changed.
    let isForged: Bool
    /// Draws how the store is opened.
    let random: SeededGenerator

    var name: String { "journal of \(original.name)" }

    /// Draws the store and the mutations.
    init(seed: UInt64, of specimens: [Specimen], left: [KilledStore]) {
        self.seed = seed
        var random = SeededGenerator(seed: seed &* 0x9E37_79B9_7F4A_7C15 ^ 0x6A6F_7572_6E61_6C)
        let drawn = specimens[random.below(specimens.count)]
        let other = KilledStore(specimens[random.below(specimens.count)], &random)
        var store = (random.chance(15) ? random.pick(left) : nil) ?? KilledStore(drawn, &random)
        store.others += other.journal.map { [$0] } ?? []
        specimen = specimens.first { $0.shape == store.shape } ?? drawn
        original = store
        var mutation = JournalMutation(SeededGenerator(seed: random.next()))
        mutated = mutation.mutated(store)
        story = mutation.story.joined(separator: "; ")
        isForged = mutation.isForged
        self.random = random
    }

    /// Creates the store in a folder.
    func write(to folder: String) throws {
        try specimen.write(to: folder)
        try mutated.write(to: folder)
    }

    /// Creates the store in a folder, opens it in each way that the seed decides, and judges what it answers.
    ///
    /// - Returns: The wrong answers.
    func run(in folder: String) async throws -> [String] {
        try write(to: folder)
        var audit = try JournalAudit(self, in: folder)
        try await audit.run()
        return audit.faults
    }
}
