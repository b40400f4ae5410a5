import ArgumentParser
import Foundation
import MicroBenchmarks
import Synchronization

/// The command `run`, which callgrind runs.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run one benchmark, with the counted calls inside nacre_micro_measured.",
        discussion: """
            Prints the number of units that the counted calls did. The command count runs it under callgrind.
            """)

    @Argument(help: "The benchmark.")
    var name: String

    @Option(help: "The number of counted calls.")
    var calls = 5

    @Option(help: "The number of calls before them that are not counted.")
    var warmUps = 3

    func validate() throws {
        _ = try benchmarks(named: [name])
        guard calls >= 1 else { throw ValidationError("--calls must be at least 1; it is \(calls)") }
        guard warmUps >= 0 else { throw ValidationError("--warm-ups must be at least 0; it is \(warmUps)") }
    }

    // Synchronous: the main thread of an asynchronous command waits in `sigsuspend`, on which older callgrinds crash.
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
