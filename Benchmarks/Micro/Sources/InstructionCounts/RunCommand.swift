import ArgumentParser
import Foundation
import MicroBenchmarks
import Synchronization

/// The command `run`, which callgrind runs.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Do the work of one benchmark, the counted calls inside of nacre_micro_measured.",
        discussion: """
            The last line tells how many units the counted calls did. It is of use under callgrind alone, or to see \
            that a benchmark works.
            """)

    @Argument(help: "Which.")
    var name: String

    @Option(help: "Calls that are counted.")
    var calls = 5

    @Option(help: "Calls before them, which are not: they pay for what is done once.")
    var warmUps = 3

    func validate() throws {
        _ = try benchmarks(named: [name])
        guard calls >= 1 else { throw ValidationError("--calls is at least 1, this is \(calls)") }
        guard warmUps >= 0 else { throw ValidationError("--warm-ups is at least 0, this is \(warmUps)") }
    }

    // Not an asynchronous command: its main thread would wait in a system call (`sigsuspend`) on which older callgrinds
    // crash.
    func run() throws {
        let ended = DispatchSemaphore(value: 0)
        let outcome = Mutex<Result<Int, any Error>?>(nil)
        Task {
            let result: Result<Int, any Error>
            do { result = .success(try await unitsDone()) } catch { result = .failure(error) }
            outcome.withLock { $0 = result }
            ended.signal()
        }
        ended.wait()
        if let units = try outcome.withLock({ $0 })?.get() { print(units) }
    }

    /// Does the work in a temporary folder.
    private func unitsDone() async throws -> Int {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nacre-micro-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let work = try await benchmarks(named: [name])[0].prepared(in: folder)
        let outcome = Result { try measure(work) }
        await work.close()
        try outcome.get()
        return work.units * calls
    }

    private func measure(_ work: MicroWork) throws {
        for _ in 0..<warmUps { try work.call() }
        try CountedCalls(work).run(calls)
    }
}
