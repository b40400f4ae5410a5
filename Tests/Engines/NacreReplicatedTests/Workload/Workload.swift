import Nacre
import NacreReplicated
import Synchronization
import TestRandomness

/// A random workload on all nodes of a cluster at once, and everything that was answered wrongly.
///
/// Each task appends to a stream of its own, whose version only it changes, to streams that all tasks share, and claims
/// tags that only one may have; and reads on its node what was acknowledged on any.
final class Workload: Sendable {
    /// How much is done.
    struct Size {
        var tasksPerNode = 2
        var operations = 25
        /// Whether nodes are cut off now and then.
        var hasPartitions = true
    }

    private struct Known {
        var acknowledged: [(ids: [EventID], positions: [Position])] = []
        /// The ids of commits that were refused: none may be in the log.
        var absent: Set<EventID> = []
        /// The tags that were claimed for certain, refused or not.
        var claimed: Set<Nacre.Tag> = []
        var highest: Position = 0
        var findings: [String] = []
    }

    private let nodes: [ReplicatedEventStore]
    private let cluster: Cluster
    private let size: Size
    private let seed: UInt64
    private let known = Mutex(Known())

    init(_ nodes: [ReplicatedEventStore], of cluster: Cluster, seed: UInt64, _ size: Size = Size()) {
        self.nodes = nodes
        self.cluster = cluster
        self.seed = seed
        self.size = size
    }

    /// Runs the workload, and checks the nodes at its end.
    ///
    /// - Returns: What is wrong; empty if nothing is.
    func run() async throws -> [String] {
        let partitions = size.hasPartitions ? Task { try await cutOffNowAndThen() } : nil
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, node) in nodes.enumerated() {
                for task in 0..<size.tasksPerNode {
                    group.addTask { try await self.work(on: node, number * self.size.tasksPerNode + task) }
                }
            }
            try await group.waitForAll()
        }
        partitions?.cancel()
        _ = await partitions?.result
        for number in nodes.indices { cluster.log.connect("\(number)") }
        cluster.log.rates = LogFaultRates()
        for node in nodes {
            do { try await node.catchUp() } catch { find("a node cannot catch up: \(error)") }
        }
        try await check()
        return known.withLock { $0.findings }
    }

    private func find(_ finding: String) { known.withLock { $0.findings.append(finding) } }

    private func cutOffNowAndThen() async throws {
        var random = SeededGenerator(seed: seed &+ 7)
        while !Task.isCancelled {
            try await Task.sleep(for: .milliseconds(10 + random.below(30)))
            let client = "\(random.below(nodes.count))"
            cluster.log.cutOff(client, by: random.chance(50) ? .failing : .silent)
            try await Task.sleep(for: .milliseconds(1 + random.below(40)))
            cluster.log.connect(client)
        }
    }

    // MARK: Working

    private func work(on node: ReplicatedEventStore, _ number: Int) async throws {
        var random = SeededGenerator(seed: seed &* 31 &+ UInt64(number))
        var version: StreamVersion = 0
        for operation in 0..<size.operations {
            let events = (0...random.below(3)).map {
                EventData.fact("\(number)/\(operation)/\($0)", id: .random(), tags: [])
            }
            switch random.below(100) {
            case ..<40:
                let own = Commit(events, to: StreamName("own-\(number)"), expecting: .exact(version))
                switch await append(own, on: node) {
                case true?: version += StreamVersion(events.count)
                // No other writer has this stream.
                case false?: find("a commit to \(own.entries[0].stream.text) was refused wrongly")
                case nil: break
                }
            case ..<60: _ = await append(Commit(events, to: StreamName("all-\(random.below(3))")), on: node)
            case ..<70:
                let stream = StreamName("all-\(random.below(3))")
                guard let seen = try? await node.version(of: stream) else { break }
                _ = await append(Commit(events, to: stream, expecting: .exact(seen)), on: node)
            case ..<85:
                let tag = Nacre.Tag("claim:\(random.below(12))")
                var claim = Commit([.fact("claim", id: .random(), tags: [tag])], to: StreamName("claims-\(number)"))
                claim.conditions = [AppendCondition(failIfEventsMatch: .tagged(tag))]
                if await append(claim, on: node) != nil { known.withLock { _ = $0.claimed.insert(tag) } }
            default: break
            }
            if random.chance(50), let reader = nodes.randomElement(using: &random) { await read(on: reader) }
        }
    }

    /// Reads on any node: it must see what was acknowledged on all of them.
    private func read(on node: ReplicatedEventStore) async {
        let floor = known.withLock { $0.highest }
        // A node that is cut off answers nothing.
        guard let head = try? await node.head() else { return }
        if head < floor { find("a read ended at \(head), although \(floor) was acknowledged before it began") }
    }

    /// Appends a commit, and repeats it as long as its outcome is unknown.
    ///
    /// - Returns: Whether it was accepted; `nil` if it was given up before it was written.
    private func append(_ commit: Commit, on node: ReplicatedEventStore) async -> Bool? {
        let ids = commit.entries.compactMap(\.event.id)
        for _ in 0..<200 {
            do {
                let result = try await node.append(commit)
                known.withLock { known in
                    known.acknowledged.append((ids, Array(result.positions)))
                    known.highest = max(known.highest, result.positions.last ?? 0)
                }
                return true
            } catch let error as EventStoreError where error.code == .unreachable && error.outcome == .unknown {
                continue
            } catch let error as EventStoreError where [.conflict, .unreachable].contains(error.code) {
                known.withLock { $0.absent.formUnion(ids) }
                return error.code == .conflict ? false : nil
            } catch {
                find("a node fails: \(error)")
                return nil
            }
        }
        find("an outcome stays unknown")
        return nil
    }

    // MARK: Checking

    private func check() async throws {
        let logs = try await nodes.asyncMap { try await $0.local.readLog().collect() }
        let (acknowledged, absent, claimed) = known.withLock { ($0.acknowledged, $0.absent, $0.claimed) }
        for (number, log) in logs.enumerated() {
            if log != logs[0] { find("node \(number) has other events than node 0") }
            if log.map(\.position) != (0..<log.count).map({ Position($0) + 1 }) { find("positions have gaps") }
            for (stream, events) in Dictionary(grouping: log, by: \.stream) {
                if events.map(\.version) != (1...events.count).map({ StreamVersion($0) }) {
                    find("the versions of \(stream.text) are \(events.map(\.version))")
                }
            }
            let places = Dictionary(grouping: log, by: \.id).mapValues { $0.map(\.position) }
            if places.count != log.count { find("an event is there twice") }
            for commit in acknowledged where commit.ids.map({ places[$0] ?? [] }) != commit.positions.map({ [$0] }) {
                find("a commit acknowledged at \(commit.positions) is at \(commit.ids.map { places[$0] ?? [] })")
            }
            if let found = absent.first(where: { places[$0] != nil }) {
                find("a commit that was said not to be written is at \(places[found] ?? [])")
            }
            for tag in claimed {
                let holders = log.count { $0.tags.contains(tag) }
                if holders != 1 { find("\(holders) events claim \(tag.text)") }
            }
        }
        let first = nodes[0].local
        for node in nodes.dropFirst() {
            for position in 0...Position(min(logs[0].count, (try? await node.local.head()).map(Int.init) ?? 0)) {
                let same = try await first.checkpoint(at: position) == node.local.checkpoint(at: position)
                if !same {
                    find("the block at position \(position) differs between nodes")
                    break
                }
            }
        }
    }
}

extension Array {
    /// The results of an asynchronous transformation, in order.
    func asyncMap<Success>(_ transform: (Element) async throws -> Success) async rethrows -> [Success] {
        var results: [Success] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
