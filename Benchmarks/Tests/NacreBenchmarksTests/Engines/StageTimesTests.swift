import Foundation
import Nacre
import Testing

@testable import NacreLoad

@Suite struct StageTimesTests {
    @Test func `every group of a store is timed in all stages`() async throws {
        let engine = NacreEngine(durability: .unsynced, mapSize: 1 << 30)
        let load = AppendLoad(writers: 4, eventsPerAppend: 1, streams: 16, payloadBytes: 32, seed: 1)
        let slice = try await withTemporaryFolder { folder in
            try await engine.append(
                load, within: SliceBudget(seconds: nil, events: 100), eventsPerCommit: nil, in: folder)
        }
        #expect(slice.stages.map(\.stage) == ["queue", "apply", "sync", "resume"])
        for stage in slice.stages.dropLast() { #expect(stage.times.count == slice.groups?.groups) }
    }
}
