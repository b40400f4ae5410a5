import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct HistogramFileTests {
    @Test func `the text has the form that plotters of HdrHistogram read`() throws {
        var recorder = LatencyRecorder()
        recorder.record((1...1_000).map { UInt64($0) * 1_000 })
        let text = HistogramFile.text(of: try #require(recorder.distribution))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines[0] == "       Value     Percentile TotalCount 1/(1-Percentile)")
        #expect(lines[1].isEmpty)
        #expect(lines[2] == "    0.001000 0.000000000000          1           1.00")
        let rows = lines.dropFirst(2).prefix { !$0.hasPrefix("#") }.map {
            $0.split(separator: " ").compactMap { Double($0) }
        }
        #expect(rows.dropLast().allSatisfy { $0.count == 4 && abs($0[3] - 1 / (1 - $0[1])) < 0.01 })
        let median = try #require(rows.first { $0[1] == 0.5 })
        #expect(abs(median[0] - 0.5) < 0.001 && abs(median[2] - 500) <= 1 && median[3] == 2)
        #expect(rows.last == [1, 1, 1_000])
        // The deviation is that of the buckets.
        #expect(lines.contains { $0.hasPrefix("#[Mean    =     0.500500, StdDeviation   =     0.2886") })
        #expect(lines.contains("#[Max     =     1.000000, Total count    =         1000]"))
        #expect(lines.contains("#[Buckets =           32, SubBuckets     =         2048]"))
    }

    @Test func `each of several runs has a file with its name`() {
        #expect(HistogramFile.paths(of: ["nacre"], from: "/tmp/a.hgrm") == ["/tmp/a.hgrm"])
        #expect(
            HistogramFile.paths(of: ["nacre", "lmdb at 1,000 a commit", "A/B", "a b"], from: "/tmp/a.txt")
                == ["/tmp/a-nacre.txt", "/tmp/a-lmdb-at-1-000-a-commit.txt", "/tmp/a-a-b.txt", "/tmp/a-a-b-2.txt"])
        #expect(HistogramFile.paths(of: ["x", "y"], from: "/tmp/a") == ["/tmp/a-x.hgrm", "/tmp/a-y.hgrm"])
    }

    @Test func `a struck-out run has no file`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("l.hgrm").path
            try HistogramFile.write(.madeUp([.nacre, .sqlite], struckOut: 1), to: path)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["l-nacre.hgrm"])
        }
    }
}
