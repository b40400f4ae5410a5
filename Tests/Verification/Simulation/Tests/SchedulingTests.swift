import Dispatch
import Foundation
import Nacre
import NacreTesting
import Testing

@testable import NacreSimulation

@Suite
struct SchedulingTests {
    @Test
    func `the same seed yields the same steps, and other seeds yield others`() async throws {
        var fingerprints = Set<UInt64>()
        for seed in UInt64(0)..<20 {
            let one = try await Simulation.replay(seed: seed, contest)
            let two = try await Simulation.replay(seed: seed, contest)
            #expect(one.fingerprint == two.fingerprint && one.steps == two.steps && one.lines == two.lines)
            fingerprints.insert(one.fingerprint)
        }
        #expect(fingerprints.count == 20)
    }

    @Test
    func `runs that differ only in the written streams have different fingerprints`() async throws {
        var fingerprints = Set<UInt64>()
        for (task, stream) in [("one", "s-1"), ("one", "s-2"), ("two", "s-1")] {
            let trace = try await Simulation.replay(seed: 1) { world in
                let store = world.eventStore()
                world.spawn(task) { try await store.append([EventData(type: "T", data: [])], to: StreamName(stream)) }
                try await world.finish()
            }
            fingerprints.insert(trace.fingerprint)
        }
        #expect(fingerprints.count == 3)
    }

    /// Concurrent processes with child tasks, an actor, an iteration and the clock.
    private func contest(_ world: SimulationWorld) async throws {
        let (store, tally) = (world.eventStore(.rare), Tally())
        for name in ["a", "b"] {
            world.process(name) { process in
                process.spawn("writer") {
                    for _ in 0..<4 {
                        try await store.append([EventData(type: "T", data: [])], to: "s-1")
                        await tally.add()
                        await Task.yield()
                    }
                    async let one: Void = tally.add()
                    async let two = store.head()
                    _ = try await (one, two)
                }
            }
        }
        world.serve("subscriber") {
            for try await _ in store.log.subscribe() { try await world.sleep(for: .milliseconds(1)) }
        }
        try await world.finish()
    }

    @Test
    func `tasks, child tasks and actors are interleaved in every order`() async throws {
        let orders = Shared(Set<String>())
        for seed in UInt64(0)..<1_000 {
            try await Simulation.replay(seed: seed) { world in
                let order = Shared("")
                for name in ["a", "b"] {
                    world.spawn(name) {
                        await withTaskGroup { group in
                            for number in 1...2 { group.addTask { order.change { $0 += "\(name)\(number)" } } }
                        }
                    }
                }
                try await world.finish()
                orders.change { _ = $0.insert(order.value) }
            }
        }
        // Two tasks of two children each: 4! orders of the four.
        #expect(orders.value.count == 24)
    }

    @Test
    func `simulated time advances only when all tasks wait for it`() async throws {
        let begin = ContinuousClock.now
        let trace = try await Simulation.replay(seed: 1) { world in
            let order = Shared<[Int]>([])
            for hours in [3, 1, 2] {
                world.spawn("sleeper") {
                    try await world.sleep(for: .seconds(3_600 * hours))
                    order.change { $0.append(hours) }
                }
            }
            try await world.finish()
            try require(order.value == [1, 2, 3], "\(order.value)")
        }
        #expect(trace.duration >= .seconds(3 * 3_600))
        #expect(begin.duration(to: .now) < .seconds(600))
    }

    @Test
    func `a deadlock is reported with the waits of its tasks and the seed`() async throws {
        let failure = try await Simulation.firstFailure(seeds: 0..<1) { world in
            let store = world.eventStore()
            world.spawn("reader") { for try await _ in store.subscribe(after: 0) {} }
            try await world.finish()
        }
        let found = try #require(failure)
        #expect(found.kind == .deadlock)
        #expect(found.unfinished == ["world: waits for tasks to end", "reader: waits for events after 0"])
        #expect(found.description.contains("NACRE_SIMULATION_SEED=0 swift test --filter"))
    }

    @Test
    func `a run that never ends is stopped after a number of steps`() async throws {
        let failure = try await Simulation.firstFailure(seeds: 0..<1, options: .init(maxSteps: 500)) { world in
            world.spawn("spinner") { while true { try await world.pause() } }
            try await world.finish()
        }
        let found = try #require(failure)
        #expect(found.kind == .endless)
        #expect(found.trace.steps == 500)
    }

    @Test
    func `work that leaves the simulation and does not return is a deadlock`() async throws {
        let failure = try await Simulation.firstFailure(seeds: 0..<1) { world in
            world.spawn("stray") { try await Task.sleep(for: .seconds(3_600)) }
            try await world.finish()
        }
        #expect(try #require(failure).kind == .deadlock)
    }

    @Test
    func `work that returns to the simulation is reported, because seeds do not control when`() async throws {
        let failure = try await Simulation.firstFailure(seeds: 0..<1) { world in
            let (hasBegun, mayReturn) = (Shared(false), DispatchSemaphore(value: 0))
            world.spawn("stray") {
                hasBegun.change { $0 = true }
                try await SerialBlockingExecutor(named: "stray").run { mayReturn.wait() }
            }
            while !hasBegun.value { try await world.pause() }
            // One task of a simulation runs at a time, so the other one is suspended now, and does return to it.
            mayReturn.signal()
            while true {
                Self.block()
                try await world.pause()
            }
        }
        #expect(try #require(failure).kind == .stray)
    }

    /// Leaves the processor to a thread that the simulation does not know.
    private static func block() { Thread.sleep(forTimeInterval: 0.001) }

    @Test
    func `a task outside that pauses inside is reported`() async throws {
        let failure = try await Simulation.firstFailure(seeds: 0..<1) { world in
            world.spawn("stray") { try await Task { try await world.pause() }.value }
            try await world.finish()
        }
        let kind = try #require(failure).kind
        // It is a matter of timing whether the task returns before the simulation stands still.
        #expect(kind == .stray || kind == .deadlock)
    }

    @Test
    func `a crash ends the tasks of a process at once, and the contents of the stores stay`() async throws {
        let starts = Shared(Set<Int>())
        for seed in UInt64(0)..<100 {
            try await Simulation.replay(seed: seed) { world in
                let (store, ended) = (world.eventStore(), Shared(0))
                world.process("server", crashes: 3, probability: 0.1) { process in
                    starts.change { _ = $0.insert(process.start) }
                    process.spawn("writer") {
                        // In memory, and lost with the process, which continues with the contents of the store.
                        var version = try await store.version(of: "s-1")
                        while version < 5 {
                            try await store.append(
                                [EventData(type: "T", data: [])], to: "s-1", expecting: .exact(version))
                            version += 1
                        }
                        ended.change { $0 += 1 }
                    }
                }
                try await world.finish()
                try require(ended.value >= 1, "the writer has not ended")
                let count = try await store.log.head()
                try require(count == 5, "\(count) events of 5")
            }
        }
        #expect(starts.value == [1, 2, 3, 4])
    }

    @Test
    func `an invariant is checked at every change, before other work continues`() async throws {
        let failure = try await Simulation.firstFailure(seeds: 0..<1) { world in
            let store = world.eventStore()
            world.always("there are fewer than three events") {
                let count = try store.log.recorded().count
                try require(count < 3, "\(count) events")
            }
            world.spawn("writer") {
                for _ in 0..<9 { try await store.append([EventData(type: "T", data: [])], to: "s-1") }
            }
            try await world.finish()
        }
        let found = try #require(failure)
        #expect(found.task == "there are fewer than three events")
        #expect("\(try #require(found.error))" == "3 events")
    }
}

private actor Tally {
    private var count = 0
    func add() { count += 1 }
}
