import ArgumentParser
import ChildProcesses
import DiskTracing
import Foundation
import TestFolders

/// The command `pages`.
struct PagesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pages",
        abstract: "Damage single pages of logs of 4 to 200 MB, and audit every answer of the store.",
        discussion: """
            Each case damages a log by one fault of the disk: a stale page, a lost or misdirected write, or flipped \
            bits; before the store is opened, or while it is open. Every answer is compared with that of the \
            undamaged log: it must be equal, or an error that names a position or a file. Cases run in child \
            processes, so that a crash is found. Prints one JSON object, and the findings by class, each with the \
            command that repeats its first case; exits with 1 after a wrong answer, an error without a place, a \
            crash or a hang.
            """)

    @Option(help: "The number of cases.")
    var count = 10_000

    @Option(help: "The seed of random choices.")
    var seed: UInt64 = 1

    @Option(help: "The first case.")
    var first = 0

    @Option(name: .customLong("case"), help: "Run only this case, and print all findings.")
    var single: Int?

    @Option(help: "Only logs of this shape.")
    var shape: Shape?

    @Option(help: "The number of processes that run cases at once.")
    var workers = 2

    @Option(help: "Start no case after this many seconds; 0 for no limit.")
    var seconds = 0

    @Flag(help: "Also print counts by fault, page, interface and outcome.")
    var table = false

    /// The maximum number of cases in a process, which share the loading of the log.
    static let batch = 40

    func validate() throws {
        #if !os(Linux)
            throw ValidationError("the recorder of disk calls works only on Linux: run this command there")
        #endif
    }

    func run() async throws {
        let folder = try TemporaryFolder(inMemory: true)
        defer { folder.remove() }
        let batches = batches()
        for shape in Set(batches.map(\.shape)) { try await record(shape, in: folder.path) }
        let report = FaultReport(seed: seed)
        let end = ContinuousClock.now + .seconds(seconds)
        try await withThrowingTaskGroup(of: Void.self) { group in
            var waiting = batches[...]
            for worker in 0..<min(workers, batches.count) {
                let batch = waiting.removeFirst()
                group.addTask { try await run(batch, worker, in: folder.path, report) }
            }
            // Each worker takes the next batch when it has finished one.
            var next = min(workers, batches.count)
            while try await group.next() != nil {
                guard seconds == 0 || ContinuousClock.now < end, let batch = waiting.popFirst() else { continue }
                let worker = next
                next += 1
                group.addTask { try await run(batch, worker, in: folder.path, report) }
            }
        }
        try await report.print(table: table, details: single != nil)
        if await report.hasFailed { throw ExitCode.failure }
    }

    private struct Batch {
        let shape: Shape
        let cases: ClosedRange<Int>
    }

    private func batches() -> [Batch] {
        let cases = single.map { $0...$0 } ?? first...(first + count - 1)
        var batches: [Batch] = []
        var start = cases.lowerBound
        while start <= cases.upperBound {
            let end = min(cases.upperBound, start / Self.batch * Self.batch + Self.batch - 1)
            let shape = shape ?? Shape.of(case: start, seed: seed, batch: Self.batch)
            batches.append(Batch(shape: shape, cases: start...end))
            start = end + 1
        }
        return batches
    }

    private func record(_ shape: Shape, in folder: String) async throws {
        let path = "\(folder)/\(shape.rawValue)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let ended = try await CaseProcess.run(
            ["record", shape.rawValue, "--seed", "\(seed)", "--folder", path], errors: path + "/errors")
        guard ended.ending == .exit(0) else {
            throw Loss("recording \(shape) ended: \(ended.ending), \(ended.errors.prefix(2_000))")
        }
    }

    /// Runs a batch; after a case that ends its process, another process continues.
    private func run(_ batch: Batch, _ worker: Int, in folder: String, _ report: FaultReport) async throws {
        let work = "\(folder)/work-\(worker)"
        defer { try? FileManager.default.removeItem(atPath: work) }
        var start = batch.cases.lowerBound
        while start <= batch.cases.upperBound {
            let arguments = { (first: Int, last: Int) in
                [
                    "work", batch.shape.rawValue, "\(first)", "\(last)", "--seed", "\(seed)", "--recorded",
                    "\(folder)/\(batch.shape.rawValue)", "--folder", work,
                ]
            }
            let process = try await CaseProcess.run(
                arguments(start, batch.cases.upperBound), errors: work + ".errors")
            for result in try process.results() { await report.add(result) }
            if process.isDone { return }
            guard let ended = process.ended() else {
                throw Loss("a process ended before a case: \(process.ending), \(process.errors.prefix(2_000))")
            }
            // Again, to locate the crash; not always, because it takes seconds.
            var trace = ""
            if await report.wantsTrace(of: ended) {
                trace = try await CaseProcess.run(
                    arguments(ended.number, ended.number), errors: work + ".errors", isTraced: true
                ).frames
            }
            await report.add(ended, trace: trace)
            start = ended.number + 1
        }
    }
}
