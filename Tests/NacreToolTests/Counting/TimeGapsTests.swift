import DomainKit
import Nacre
import TestRandomness
import Testing

@testable import NacreTool

@Suite("Times without events")
struct TimeGapsTests {
    private func event(_ position: Position, at nanoseconds: Int64, isLast: Bool = true) -> RecordedEvent {
        let time = Instant(nanosecondsSince1970: nanoseconds, decimals: 9)
        return RecordedEvent(
            position: position, stream: "s", version: 1, id: .random(), type: "T", schema: 1, time: time,
            recordedAt: time, tags: [], data: [], metadata: [], isLastOfCommit: isLast)
    }

    @Test("the longest gaps are those that sorting all of them gives")
    func property() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<50 {
            let times = (0..<40).map { _ in Int64(random.below(100)) }
            var gaps = TimeGaps(limit: 5, .time)
            for (index, time) in times.enumerated() { gaps.add(event(Position(index + 1), at: time).view) }
            // From each record of the latest time so far to the next one.
            var records: [Int64] = []
            for time in times where time > records.last ?? -1 { records.append(time) }
            let expected = zip(records, records.dropFirst()).map { $1 - $0 }.sorted(by: >).prefix(5)
            #expect(gaps.gaps.map(\.nanoseconds) == Array(expected))
            for gap in gaps.gaps {
                #expect(times[Int(gap.positions.before) - 1] == gap.start.nanosecondsSince1970)
                #expect(times[Int(gap.positions.after) - 1] == gap.end.nanosecondsSince1970)
            }
        }
    }

    @Test("commits are counted by their size")
    func commits() {
        var sizes = CommitSizes()
        for (index, isLast) in [true, false, true, true, false, false, true].enumerated() {
            sizes.add(event(Position(index + 1), at: 0, isLast: isLast).view)
        }
        #expect(sizes.rows == [.init(size: 1, commits: 2), .init(size: 2, commits: 1), .init(size: 3, commits: 1)])
    }

    @Test("a commit that begins before the range is left out, and so is one that ends after it")
    func partialCommits() {
        var sizes = CommitSizes(isWhole: false)
        for (index, isLast) in [false, true, true, false].enumerated() {
            sizes.add(event(Position(index + 1), at: 0, isLast: isLast).view)
        }
        #expect(sizes.rows == [.init(size: 1, commits: 1)])
    }

    @Test(
        "a length of time is shown in its two greatest units",
        arguments: [
            (0, "0 s"), (17, "17 ns"), (1_500, "1 µs"), (250_000_000, "250 ms"), (1_000_000_000, "1 s"),
            (1_350_400_000, "1 s 350 ms"), (42_500_000_000, "42 s"),
            (61_000_000_000, "1 min 1 s"), (7_200_000_000_000, "2 h"), (90_061_000_000_000, "1 d 1 h"),
        ] as [(Int64, String)])
    func length(nanoseconds: Int64, text: String) {
        #expect(Figures.duration(nanoseconds: nanoseconds) == text)
    }

    @Test("a bar shows a share in eighths of a character")
    func bars() {
        #expect(CountReport.bar(1).count == 24)
        #expect(CountReport.bar(0.5) == String(repeating: "█", count: 12))
        #expect(CountReport.bar(0.0001) == "▏")
        #expect(CountReport.bar(0) == "")
    }
}
