import Foundation
import Nacre
import Testing

@testable import NacreBenchmarks
@testable import NacreLoad

@Suite struct ProjectedStoreTests {
    private let load = KernelLoad(streams: 16, payloadBytes: 100, seed: 3)

    /// Delays a projection after each transaction with events.
    private final class DelayingObserver: ProjectionObserver {
        static let seconds = 0.1

        func applied(_ progress: ProjectionProgress) {
            if progress.events > 0 { Thread.sleep(forTimeInterval: Self.seconds) }
        }

        func halted(_ projection: String, by halt: ProjectionHalt) {}
    }

    @Test func `the time includes the wait for slow projections`() async throws {
        try await withTemporaryFolder { folder in
            try await ProjectedStore.with(
                folder, durability: .unsynced, mapSize: smallMap, observer: DelayingObserver()
            ) { store in
                let commit = KernelCommits(load)[0]
                let (answer, _, seconds) = try await store.projecting { try? await store.append(commit) }
                #expect(answer?.lastPosition == 1)
                #expect(seconds >= DelayingObserver.seconds)
            }
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `a halted projection ends the wait with its error`() async throws {
        try await withTemporaryFolder { folder in
            try await ProjectedStore.with(folder, durability: .unsynced, mapSize: smallMap) { store in
                let undecodable = Commit([EventData(type: "ItemCreated", data: [1])], to: load.stream(of: 0))
                let error = await #expect(throws: EventStoreError.self) {
                    _ = try await store.projecting { try? await store.append(undecodable) }
                }
                #expect(error?.code == .projectionHalted)
            }
        }
    }
}
