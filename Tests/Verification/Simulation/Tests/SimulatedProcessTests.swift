import Nacre
import NacreTesting
import Testing

@testable import NacreSimulation

/// What waits for its turn while others are cancelled or crash.
@Suite
struct SimulatedProcessTests {
    /// How a task ends that waits for its turn.
    enum Ending: CaseIterable { case cancellation, crash }

    @Test(arguments: Ending.allCases)
    func `blocking work gets its turn, though what waited before it is cancelled or crashes`(
        _ ending: Ending
    ) async throws {
        try await Simulation.run(seeds: 0..<1_000) { world in
            let (executor, models) = (world.blockingExecutor(), world.readModelStore())
            let work: @Sendable () async throws -> Void = {
                // Each look lets others run in the middle of the work.
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
                    // Its next start does nothing, which would wake the others.
                    if process.start == 1 { process.spawn("works", work) }
                }
            }
            try await world.finish()
        }
    }
}
