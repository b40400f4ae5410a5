import ArgumentParser
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct SpecificWorkTests {
    private func told(_ arguments: String) throws -> [String: String] {
        let words = arguments.split(separator: " ").map(String.init)
        let command = try BenchmarkCommand.parseAsRoot([words[0], "--engine", "nacre"] + words.dropFirst())
        return try #require(command as? any SpecificWork).workOptions
    }

    @Test(arguments: [
        "rate --arrivals fixed", "replay --path sequence", "opening --tail-events 7", "operations --only verify",
        "operations --events-per-second 100", "operations --around-seconds 3", "operations --pinned-events 5",
        "operations --reader-seconds 3", "lag --events-per-second 1000", "beside --interval-milliseconds 3",
        "subscribers --events-per-second 100", "subscribers --subscribers 7", "subscribers --slow 1",
        "subscribers --processes 2", "subscribers --catch-up 3", "read --limit 3", "read --distribution zipf",
        "read --writers 3",
        "mixed --limit 3", "mixed --retries 3", "mixed --operations 3", "contention --retries 3",
        "contention --on tags", "crash --streams-per-append 3", "crash --cycle-milliseconds 9",
        "consistency --processes 2", "consistency --seconds 3", "command --commands 7", "command --events 7",
        "command --long-events 20000", "recovery --load-seconds 3", "recovery --tail-events 7", "soak --processes 2",
    ])
    func `specific options are part of the work of a command`(call: String) throws {
        let name = String(call.prefix { $0 != " " })
        #expect(try told(call) != told(name))
        #expect(try told(call) == told(call))
    }

    @Test(arguments: [
        "replay --runs 9", "replay --cold-runs 2", "replay --plant-slowdown-percent 30", "command --runs 9",
        "rate --slice-seconds 9", "read --stores kept", "opening --cold-runs 2", "crash --cycles 3",
        "operations --json some.json", "lag --directory /", "contention --seed 9", "mixed --probe-seconds 3",
    ])
    func `the number, place and output of measurements are not part of the work`(call: String) throws {
        #expect(try told(call) == told(String(call.prefix { $0 != " " })))
    }

    @Test(.timeLimit(.minutes(5))) func `the report has the specific options`() async throws {
        let report = try await reportOfSmallRun([
            "replay", "--engine", "nacre", "--path", "sequence", "--events", "200", "--writers", "4", "--streams", "20",
            "--runs", "1", "--slice-seconds", "0.01", "--probe-seconds", "0.01", "--no-progress",
        ])
        #expect(report.runs.map(\.parameters.options) == [["path": "sequence"]])
    }
}
