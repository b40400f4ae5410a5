import Nacre
import TestRandomness
import Testing

@testable import NacreLMDB

@Suite("Sorting postings into a run")
struct PostingSortingTests {
    // Among them hashes that differ in none, one, two and all of the three digits by which they are distributed.
    @Test(
        "The radix sort orders like comparison, whatever the hashes",
        arguments: [
            .max, 0, 0xFF, 0xFF00_0000_0000_0000, 7, 0x00FF_00FF_00FF_00FF, 1, 0x000F_FFFF_8000_0000,
            0xFFE0_03FF_8000_0000,
        ] as [UInt64])
    func order(mask: UInt64) {
        var generator = SeededGenerator(seed: mask)
        var postings = (1...1_000).map { Posting(hash: generator.next() & mask, position: $0) }
        #expect(postings.sortedIntoRun() == postings.sorted())
        postings.shuffle(using: &generator)
        #expect(postings.sortedIntoRun() == postings.sorted())
    }

    @Test("A repeated posting is kept once")
    func duplicates() {
        let postings = [3, 1, 2, 3, 1].map { Posting(hash: 1, position: $0) }
        #expect(postings.sortedIntoRun() == [1, 2, 3].map { Posting(hash: 1, position: $0) })
    }

    @Test("No postings sort into an empty run")
    func nothing() {
        #expect([Posting]().sortedIntoRun().isEmpty)
    }
}
