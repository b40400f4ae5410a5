import Testing

@testable import NacreBenchmarks

@Suite struct FairnessTests {
    @Test func `even shares have an index of 1`() throws {
        let fairness = try #require(Fairness([7, 7, 7]))
        #expect(fairness.index == 1)
        #expect(fairness.least == 1)
        #expect(fairness.greatest == 1)
    }

    @Test func `the index is 1 divided by the count if one has everything`() throws {
        let fairness = try #require(Fairness([0, 20, 0, 0]))
        #expect(fairness.index == 0.25)
        #expect(fairness.least == 0)
        #expect(fairness.greatest == 4)
    }

    @Test func `there is no index without shares`() {
        #expect(Fairness([0, 0]) == nil)
        #expect(Fairness([]) == nil)
    }
}
