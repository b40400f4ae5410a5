import Testing

@testable import InstructionCounts

@Suite struct CountJudgementTests {
    private let place = BuildPlace(architecture: "x86_64", compiler: "Swift 6.3.1")

    private func stored(_ perUnit: Double = 100, unit: String = "event") -> StoredCounts {
        var stored = StoredCounts(place: place)
        stored.store(InstructionCount(name: "block.encode", unit: unit, perUnit: perUnit), tolerancePercent: 2)
        return stored
    }

    private func judgement(
        _ perUnit: Double, by stored: StoredCounts, at place: BuildPlace? = nil
    ) -> CountJudgement {
        CountJudgement(
            of: [InstructionCount(name: "block.encode", unit: "event", perUnit: perUnit)], by: stored,
            at: place ?? self.place)
    }

    @Test(arguments: [
        (102.1, CountJudgement.Verdict.exceeded), (102, .same), (100, .same), (98, .same), (97.9, .same), (50, .same),
        (200, .exceeded),
    ])
    func `only a count above the tolerance exceeds its budget`(perUnit: Double, verdict: CountJudgement.Verdict) {
        #expect(judgement(perUnit, by: stored()).verdict == verdict)
    }

    @Test func `a count without a stored one of its unit, compiler and architecture is not judged`() {
        #expect(judgement(500, by: StoredCounts(place: place)).verdict == .unknown)
        #expect(judgement(500, by: stored(unit: "block")).verdict == .unknown)
        let elsewhere = judgement(500, by: stored(), at: BuildPlace(architecture: "arm64", compiler: "Swift 6.3.1"))
        #expect(elsewhere.verdict == .unknown)
        #expect(elsewhere.lines.last?.contains("hold for Swift 6.3.1 on x86_64") == true)
    }

    @Test func `an exceeded budget outweighs a missing one`() {
        let counts = ["block.encode", "block.decode"].map { InstructionCount(name: $0, unit: "event", perUnit: 200) }
        #expect(CountJudgement(of: counts, by: stored(), at: place).verdict == .exceeded)
        #expect(CountJudgement(of: [counts[1]], by: stored(), at: place).verdict == .unknown)
    }

    @Test func `the table shows count, stored count, change and verdict`() {
        #expect(
            judgement(130, by: stored()).lines == [
                "benchmark                instructions  stored   change   verdict",
                "block.encode, per event         130.0   100.0  +30.0 %  exceeded",
            ])
        let cheaper = judgement(1_999.6, by: stored(4_000)).lines
        #expect(cheaper[1] == "block.encode, per event          2000    4000  -50.0 %  cheaper")
        #expect(cheaper[2].contains("--update"))
    }
}
