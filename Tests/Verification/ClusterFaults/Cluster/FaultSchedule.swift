import ReplicatedLogServers
import Synchronization
import TestRandomness

/// Befalls servers and nodes with faults, every one to three seconds, and heals each after a while.
final class FaultSchedule: Sendable {
    private struct State {
        var random: SeededGenerator
        /// The servers and nodes that a fault has befallen.
        var befallen: Set<Target> = []
        var counts: [Fault: Int] = [:]
    }

    private enum Target: Hashable {
        case server(Int)
        case node(Int)
    }

    private let cluster: Cluster
    private let state: Mutex<State>

    init(_ cluster: Cluster, seed: UInt64) {
        self.cluster = cluster
        state = Mutex(State(random: SeededGenerator(seed: seed &* 0x9E37_79B9 &+ 11)))
    }

    /// How often each fault has occurred.
    var counts: [Fault: Int] { state.withLock { $0.counts } }

    /// Makes faults until the task is cancelled, and then heals all of them.
    ///
    /// - Throws: Errors of starting processes.
    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            while !Task.isCancelled {
                if let (fault, targets) = await draw() {
                    let seconds = state.withLock { Double($0.random.below(fault.befallsMajority ? 25 : 40)) / 10 + 0.3 }
                    group.addTask { try await self.befall(targets, with: fault.kind, for: seconds) }
                }
                let pause = state.withLock { 1_000 + $0.random.below(2_000) }
                do { try await Task.sleep(for: .milliseconds(pause)) } catch { break }
            }
            try await group.waitForAll()
        }
    }

    /// Draws a fault, and what it befalls, among what nothing has befallen.
    private func draw() async -> (Fault, [Target])? {
        let faults = Fault.allCases.filter { !$0.needsNetwork || cluster.network != nil }
        let weighted = faults.flatMap { Array(repeating: $0, count: $0.weight) }
        let fault = state.withLock { weighted[$0.random.below(weighted.count)] }
        let leader = fault.befallsLeader ? await cluster.servers.leader() : nil
        return state.withLock { state in
            let all: [Target] = (0..<Cluster.size).map { fault.isOfNode ? .node($0) : .server($0) }
            let free = all.filter { !state.befallen.contains($0) }.shuffled(using: &state.random)
            var targets = Array(free.prefix(fault.befallsMajority ? 2 : 1))
            if fault.befallsLeader {
                guard let leader else { return nil }
                targets = free.filter { $0 == .server(leader) }
            }
            // One of each stays, so that a majority comes back.
            guard !targets.isEmpty, free.count > targets.count else { return nil }
            state.befallen.formUnion(targets)
            state.counts[fault, default: 0] += 1
            return (fault, targets)
        }
    }

    private func befall(_ targets: [Target], with kind: Fault.Kind, for seconds: Double) async throws {
        for target in targets { try await begin(kind, target) }
        // The healing of a fault is not cancelled, but comes at once.
        try? await Task.sleep(for: .seconds(seconds))
        // Not cancelled: processes are started here.
        try await Task.detached { [self] in
            for target in targets { try await heal(kind, target) }
        }.value
        state.withLock { $0.befallen.subtract(targets) }
    }

    private func begin(_ kind: Fault.Kind, _ target: Target) async throws {
        switch (target, kind) {
        case (.server(let index), .kill): try await cluster.servers.kill(index)
        case (.server(let index), .pause): cluster.servers.pause(index)
        case (.server(let index), .cutOff): try await cluster.network?.cutOff(index + 1)
        case (.node(let index), .kill): try await cluster.nodes[index].kill()
        case (.node(let index), .pause): cluster.nodes[index].pause()
        case (.node(let index), .cutOff): try await cluster.network?.cutOff(Cluster.size + index + 1)
        }
    }

    private func heal(_ kind: Fault.Kind, _ target: Target) async throws {
        switch (target, kind) {
        case (.server(let index), .kill): try await cluster.servers.start(index)
        case (.server(let index), .pause): cluster.servers.resume(index)
        case (.server(let index), .cutOff): try await cluster.network?.connect(index + 1)
        case (.node(let index), .kill):
            try await cluster.nodes[index].start()
            try await cluster.nodes[index].awaitOpening()
        case (.node(let index), .pause): cluster.nodes[index].resume()
        case (.node(let index), .cutOff): try await cluster.network?.connect(Cluster.size + index + 1)
        }
    }
}
