import ArgumentParser
import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite(.timeLimit(.minutes(10))) struct DeadlineTests {
    private func task(in folder: URL) -> WorkerTask {
        WorkerTask(
            engine: .nacre, durability: .unsynced, mapSize: smallMap, store: folder.path,
            load: SampleRun.load)
    }

    @Test func `a process that does not answer in time is killed, and named`() async throws {
        try await withTemporaryFolder { folder in
            let worker = try await WorkerProcess(task(in: folder))
            worker.pause()
            let request = WorkerRequest.append(SliceBudget(seconds: nil, events: 6), untilIndexed: false)
            let error = await #expect(throws: TimeoutError.self) {
                _ = try await worker.exchange(request, within: 0.05)
            }
            #expect(error?.description.contains("\(worker.processID) did not answer") == true)
            #expect(error.flatMap { ExitCode(for: $0) } == ExitCode(65))
            #expect(await worker.end().isKill)
        }
    }

    @Test func `a process that answers in time is left alone`() async throws {
        try await withTemporaryFolder { folder in
            let worker = try await WorkerProcess(task(in: folder))
            let request = WorkerRequest.append(SliceBudget(seconds: nil, events: 6), untilIndexed: false)
            for _ in 1...3 { #expect(try await worker.exchange(request, within: 600).events == 6) }
            await worker.dismiss()
        }
    }

    @Test func `a hanging body times out, and another does not`() async throws {
        let error = await #expect(throws: TimeoutError.self) {
            try await withTimeout(seconds: 0.01, message: "the body did not end") {
                try await Task.sleep(for: .seconds(3_600))
            }
        }
        #expect(error?.description.contains("the body did not end") == true)
        #expect(try await withTimeout(seconds: 600, message: "") { 7 } == 7)
        await #expect(throws: CancellationError.self) {
            try await withTimeout(seconds: 600, message: "") { throw CancellationError() }
        }
    }

    @Test func `a request with a duration has that much more time`() {
        let slice = SliceBudget(seconds: 60, events: nil)
        #expect(WorkerRequest.append(slice, untilIndexed: true).patience == 60 + Deadline.patience)
        #expect(WorkerRequest.append(SliceBudget(seconds: nil, events: 9), untilIndexed: true).patience == nil)
        #expect(WorkerRequest.finish(records: "").patience == Deadline.patience)
    }
}
