import Foundation
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad
@testable import NacreVerification

@Suite struct CrashWriterTests {
    @Test func `writers take turns if appends do not suspend`() async throws {
        try await withTemporaryFolder { folder in
            let plan = CrashPlan(
                writers: 4, eventsPerAppend: 1, streamsPerAppend: 1, streams: 10, payloadBytes: 40, seed: 3)
            let task = CrashTask(
                engine: .memory, durability: .memoryOnly, mapSize: smallMap, store: "", journals: folder.path,
                plan: plan, next: [UInt64](repeating: 0, count: 4), heads: [:])
            let target = ComputingTarget(failingAfter: 2_000)
            let writers = try (0..<4).map { try CrashWriter($0, of: task, on: target) }
            let thread = CallerThread()
            defer { thread.end() }
            await withTaskGroup(of: Void.self) { group in
                for writer in writers {
                    group.addTask(executorPreference: thread) {
                        // They end with the target's failure.
                        await #expect(throws: HarnessError.self) { try await writer.run() }
                    }
                }
            }
            let streams = Set(target.target.log.compactMap { AppendLoad.streamNumber(of: $0.stream) })
            let appended = (0..<4).filter { writer in streams.contains { plan.streams(of: writer).contains($0) } }
            #expect(appended == [0, 1, 2, 3])
        }
    }
}

extension AppendLoad {
    fileprivate static func streamNumber(of name: String) -> Int? {
        let bytes = [UInt8](name.utf8)
        return streamNumber(bytes.span.bytes)
    }
}
