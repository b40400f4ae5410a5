import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct TitleTests {
    private func title(_ workload: Workload, writers: Int = 1_000, eventsPerAppend: Int = 1) -> String {
        let parameters = RunParameters(
            writers: writers, eventsPerAppend: eventsPerAppend, streams: 5_000, payloadBytes: 64, seed: 1, runs: 7,
            sliceSeconds: 2)
        return parameters.title(of: workload, durability: .full)
    }

    private let rest = "5,000 streams, 64 bytes an event, durability full, 7 runs of 2.0 s, seed 1"

    @Test func `appending callers are writers`() {
        #expect(title(.append) == "append: 1,000 writers, 1 event an append, \(rest)")
        let alone = title(.conditions, writers: 1, eventsPerAppend: 25)
        #expect(alone == "conditions: 1 writer, 25 events an append, \(rest)")
    }

    @Test(arguments: [
        (Workload.read, "read: 4 readers, "), (.mixed, "mixed: 4 clients, 1 event an append, "),
        (.consistency, "consistency: 4 clients, 1 event an append, "),
        (.replay, "replay: filled by 4 writers, 1 event an append, "),
        (.streams, "streams: filled by 4 writers, 1 event an append, "),
        (.opening, "opening: filled by 4 writers, 1 event an append, "),
        (.operations, "operations: filled by 4 writers, 1 event an append, "),
        (.decode, "decode: "), (.rebuild, "rebuild: "), (.command, "command: "), (.lag, "lag: 1 event an append, "),
        (.beside, "beside: 3 writers beside a light one, 1 event an append, "),
    ])
    func `reading callers and fillers are named as such`(workload: Workload, beginning: String) {
        #expect(title(workload, writers: 4) == beginning + rest)
    }

    @Test func `a single caller is in the singular`() {
        #expect(title(.read, writers: 1).hasPrefix("read: 1 reader, "))
        #expect(title(.mixed, writers: 1).hasPrefix("mixed: 1 client, "))
        #expect(title(.replay, writers: 1).hasPrefix("replay: filled by 1 writer, "))
    }

    @Test func `reports without a title have the same heading`() {
        var report = BenchmarkReport.madeUp()
        report.title = nil
        for index in report.runs.indices { report.runs[index].workload = .read }
        #expect(report.heading.hasPrefix("read: 17 readers, 1,234 streams, "))
    }
}
