import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct RateSearchTests {
    private func search(from first: Double, holdingBelow limit: Double) -> (search: RateSearch, trials: Int) {
        var search = RateSearch(from: first)
        var trials = 0
        while let rate = search.next {
            search.judge(rate < limit)
            trials += 1
        }
        return (search, trials)
    }

    @Test(arguments: [3.0, 250, 1_000, 1_001, 87_654, 9_000_000], [1.0, 1_000, 5_000_000])
    func `the rate found holds, and is within 5 % of one that does not`(limit: Double, first: Double) throws {
        let (search, trials) = search(from: first, holdingBelow: limit)
        let found = try #require(search.highest)
        #expect(found < limit)
        #expect(found * RateSearch.nearness >= limit)
        #expect(trials < 32)
    }

    @Test func `if no rate holds, none is found`() {
        let (search, trials) = search(from: 1_000, holdingBelow: 0)
        #expect(search.highest == nil)
        #expect(trials < 15)
    }

    @Test func `if every rate holds, the search ends at its bound`() {
        #expect(search(from: 1_000, holdingBelow: .infinity).search.highest == RateSearch.bounds.upperBound)
    }

    @Test func `a rejected rate is followed by one a tenth below`() throws {
        var search = search(from: 1_000, holdingBelow: 5_000).search
        let found = try #require(search.highest)
        search.takeBack()
        #expect(search.highest == found / 1.1)
        #expect(search.lowestBroken == found)
    }
}
