import Nacre
import NacreTesting
import Testing

@testable import NacreSimulation

/// Tasks that wait for their turn, or for their store to be reopened, while others are cancelled or crash.
@Suite
struct SimulatedProcessTests {
    /// The end of a task that waits for its turn.
    enum Ending: CaseIterable { case cancellation, crash }

    @Test(arguments: Ending.allCases)
    func `blocking work gets its turn after a cancelled or crashed waiter`(
        _ ending: Ending
    ) async throws {
        try await Simulation.run(seeds: 0..<1_000) { world in
            let (executor, models) = (world.blockingExecutor(), world.readModelStore())
            let work: @Sendable () async throws -> Void = {
                // Each read lets other tasks run in the middle of the work.
                try await executor.run { for _ in 0..<3 { try models.read("model") { _ in } } }
            }
            for number in 1...2 { world.spawn("worker \(number)", work) }
            switch ending {
            case .cancellation:
                world.spawn("quitter") {
                    try await withThrowingTaskGroup { group in
                        group.addTask { try await work() }
                        try await world.pause()
                        group.cancelAll()
                        do { try await group.waitForAll() } catch is CancellationError {}
                    }
                }
            case .crash:
                world.process("program", crashes: 1, probability: 0.3) { process in
                    // The work of a restarted process would wake the others.
                    guard process.start == 1 else { return }
                    process.spawn("works", work)
                    process.spawn("crashes") { for _ in 0..<5 { try await world.pause() } }
                }
            }
            try await world.finish()
        }
    }

    @Test
    func `a failed append stops the appends of its process until it restarts, and no others`() async throws {
        let stops = Shared(0)
        try await Simulation.run(seeds: 0..<100) { world in
            var faults = SimulationFaults.none
            (faults.failedAppends, faults.unknownAppends) = (0.1, 0.1)
            let store = world.eventStore(faults)
            for name in ["a", "b"] {
                world.process(name, crashes: 0) { process in
                    process.spawn("writes") {
                        do {
                            for _ in 0..<4 { try await Self.append(to: store) }
                        } catch let error as EventStoreError where error.code == .appendsStopped {
                            stops.change { $0 += 1 }
                            let version = try await store.version(of: "s-1")
                            for _ in 0..<8 {
                                let again = await #expect(throws: EventStoreError.self) {
                                    try await Self.append(to: store, "\(name)-1")
                                }
                                #expect(again?.code == .appendsStopped)
                                #expect(again?.outcome == .notWritten)
                            }
                            try require(try await store.version(of: "s-1") >= version, "what was written is gone")
                            throw error
                        }
                    }
                }
            }
            world.spawn("outside of processes") {
                for _ in 0..<4 { try await trying { try await Self.append(to: store) } }
            }
            try await world.finish()
            let events = try store.log.recorded()
            try require(events.count >= 12, "\(events.count) events")
            try require(events.allSatisfy { $0.stream == "s-1" }, "a process has appended though that had stopped")
        }
        #expect(stops.value > 100)
    }

    private static func append(to store: SimulatedEventStore, _ stream: StreamName = "s-1") async throws {
        try await store.append([EventData(type: "T", data: [])], to: stream)
    }
}
